// The fast validator says what the schema says.
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as fc from "fast-check"
import { globSync } from "node:fs"
import { join } from "node:path"
import { isDeepStrictEqual } from "node:util"
import * as ApiError from "../../src/errors/ApiError.ts"
import { asSent } from "../../src/schema/asSent.ts"
import { Json } from "../../src/schema/Json.ts"
import { makeChecker } from "../../src/service/validate.ts"
import { makeValidator } from "../../src/schema/validator.ts"
import { bodies, type Body } from "../fixtures/bodies.ts"
import { changed, isPlainJson, Kept, someChange, valuesOf } from "../fixtures/changedValues.ts"

const decoder = ({ form, schema }: Body) =>
  Schema.decodeUnknownResult(
    Schema.toType(schema),
    form === "closed" ? { errors: "all", onExcessProperty: "error" } : {}
  )

/** What the schema says, and what `fits` and `checker` make of it. */
const compare = (body: Body, value: unknown): void => {
  const isFit = makeValidator(body.schema, body.form)(value)
  const decoded = decoder(body)(body.form === "closed" && !isFit ? asSent(value) : value)
  const checked = makeChecker(body.schema, body.form)(value)
  if (Result.isFailure(decoded)) {
    assert.isFalse(isFit)
    const reported =
      body.form === "closed"
        ? ApiError.invalidRequest(decoded.failure)
        : ApiError.invalidResponse(decoded.failure)
    assert.deepStrictEqual(checked, reported)
    return
  }
  assert.isTrue(isDeepStrictEqual(checked, decoded.success))
  if (isFit) assert.strictEqual(checked, value)
  else assert.isFalse(isPlainJson(value) && isDeepStrictEqual(decoded.success, value))
}

/** Files are bytes, of search what other servers may answer is checked, and dialects have no service of their own. */
const unchecked =
  /^(CreateSkillRequest|UpdateSkillRequest|SearchResponse|(SystemOne|OpenAi)(Request|Response))$/

it("every request and response of a schema.ts has a body: packages/core/test/fixtures/bodies.ts", async () => {
  const folder = join(import.meta.dirname, "../../src/resources")
  const checked = new Set<unknown>(Object.values(bodies).map(({ schema }) => schema))
  const files = globSync("**/schema.ts", { cwd: folder })
  const exported = await Promise.all(
    files.map(async (file) => Object.entries<unknown>(await import(join(folder, file))))
  )
  const missing = exported
    .flat()
    .filter(
      ([name, schema]) => /(Request|Response)$/.test(name) && Schema.isSchema(schema) && !checked.has(schema)
    )
    .map(([name]) => name)
  assert.deepEqual(
    missing.filter((name) => !unchecked.test(name)),
    []
  )
})

describe("fits", () => {
  for (const [name, body] of Object.entries(bodies)) {
    it(`${name}: the example fits, whole and parsed`, () => {
      assert.isTrue(makeValidator(body.schema, body.form)(body.example))
      assert.isTrue(makeValidator(body.schema, body.form)(JSON.parse(JSON.stringify(body.example))))
    })

    it(`${name}: says what the schema says`, { timeout: 60_000 }, () => {
      const generated = valuesOf(SchemaAST.toType(body.schema.ast))
      fc.assert(
        fc.property(
          fc.oneof(fc.constant(body.example), generated),
          fc.array(someChange, { maxLength: 2 }),
          (value, all) => compare(body, all.reduce(changed, value))
        ),
        { numRuns: 200 }
      )
    })
  }

  const Named = Schema.Struct({ name: Schema.String, note: Schema.optionalKey(Schema.String) })
  const Further = Schema.StructWithRest(Named, [Schema.Record(Schema.String, Json)])
  const none = Symbol("none")

  it("a symbol and a hidden field are looked at in requests, where the schema refuses or shows them", () => {
    const isFit = makeValidator(Named, "closed")
    assert.isTrue(isFit({ name: "a" }))
    assert.isFalse(isFit({ name: "a", [none]: 1 }))
    assert.isFalse(isFit(Object.defineProperty({ name: "a" }, "note", { value: "b", enumerable: false })))
    assert.isTrue(
      Result.isFailure(decoder({ ...bodies["key request"], schema: Named })({ name: "a", [none]: 1 }))
    )
  })

  it("they are not looked at in answers: JSON shows neither", () => {
    assert.isTrue(makeValidator(Further, "open")({ name: "a", [none]: 1 }))
  })

  it("a struct whose schema would strip a field never fits an open form", () => {
    assert.isFalse(makeValidator(Named, "open")({ name: "a" }))
    assert.deepStrictEqual(makeChecker(Named, "open")({ name: "a", more: 1 }), { name: "a" })
  })

  it("what an answer holds must be JSON, within its fields and beyond", () => {
    const isFit = makeValidator(Further, "open")
    assert.isTrue(isFit({ name: "a", more: { deep: [1, null] } }))
    assert.isFalse(isFit({ name: "a", more: undefined }))
    assert.isFalse(isFit({ name: "a", more: new Kept() }))
    const Counted = Schema.StructWithRest(
      Schema.Struct({ count: Schema.make<Schema.Codec<number>>(SchemaAST.number) }),
      [Schema.Record(Schema.String, Json)]
    )
    assert.isTrue(makeValidator(Counted, "open")({ count: -0 }))
    assert.isFalse(makeValidator(Counted, "open")({ count: Number.NaN }))
    assert.isTrue(
      Result.isFailure(decoder({ schema: Counted, form: "open", example: 0 })({ count: Number.NaN }))
    )
  })

  it("records, suspended schemas and groups of checks say what their schemas say", () => {
    interface Tree {
      readonly label: string
      readonly children: ReadonlyArray<Tree>
    }
    const Tree: Schema.Codec<Tree> = Schema.Struct({
      label: Schema.String,
      children: Schema.Array(Schema.suspend(() => Tree))
    })
    const leaf = { label: "a", children: [] }
    const grouped = Schema.isMinLength(1).and(Schema.isMaxLength(2))
    const rows: ReadonlyArray<readonly [Schema.Codec<unknown, unknown>, unknown, boolean]> = [
      [Schema.Record(Schema.String, Schema.Int), { a: 1, b: 2 }, true],
      [Schema.Record(Schema.String, Schema.Int), { a: 1, b: "2" }, false],
      [Tree, { label: "a", children: [leaf, { label: "b", children: [leaf] }] }, true],
      [Tree, { label: "a", children: [leaf, { label: "b", children: [1] }] }, false],
      [Schema.String.check(grouped), "ab", true],
      [Schema.String.check(grouped), "abc", false],
      [Schema.Literals(["a", 1, true]), 1, true],
      [Schema.Literals(["a", 1, true]), "1", false]
    ]
    for (const [schema, value, isGood] of rows) {
      assert.strictEqual(makeValidator(schema, "closed")(value), isGood)
      compare({ schema, form: "closed", example: value }, value)
    }
  })

  it("transformations, classes and values that are no JSON are left to the schema", () => {
    class Point extends Schema.Class<Point>("Point")({ x: Schema.Int }) {}
    const rows: ReadonlyArray<readonly [Schema.Codec<unknown, unknown>, unknown]> = [
      [Point, new Point({ x: 1 })],
      [Schema.Uint8Array, new Uint8Array(1)],
      [Schema.BigInt, 1n],
      [Schema.Literal(1n), 1n],
      [Schema.Undefined, undefined],
      [Schema.Unknown, 1],
      [Schema.Struct({ constructor: Schema.optionalKey(Schema.String) }), {}],
      [Schema.Union([Schema.Literal("a"), Schema.String], { mode: "oneOf" }), "b"]
    ]
    for (const [schema, value] of rows) assert.isFalse(makeValidator(schema, "closed")(value))
  })
})
