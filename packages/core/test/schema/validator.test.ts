// The fast validator says what the schema says.
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { globSync } from "node:fs"
import { join } from "node:path"
import { Json } from "../../src/schema/Json.ts"
import { makeChecker } from "../../src/validation/validate.ts"
import { makeValidator } from "../../src/schema/validator.ts"
import { bodies } from "../fixtures/bodies.ts"
import { Kept } from "../fixtures/changedValues.ts"
import { compare, validatorProperties } from "./properties.ts"

/** Files are bytes, of search what other servers may answer is checked, and dialects have no service of their own. */
const unchecked =
  /^(CreateSkillRequest|UpdateSkillRequest|SearchResponse|(SystemOne|OpenAi)(Request|Response))$/

it("every request and response of a schema.ts has a body: packages/core/test/fixtures/bodies.ts", async () => {
  const folder = join(import.meta.dirname, "../../src/resources")
  const checked = new Set<unknown>(Object.values(bodies).map(({ schema }) => schema))
  const files = globSync("**/schema.ts", { cwd: folder })
  const modules: ReadonlyArray<object> = await Promise.all(files.map((file) => import(join(folder, file))))
  const missing = modules
    .flatMap((module) => Object.entries<unknown>({ ...module }))
    .filter(
      ([name, schema]) =>
        /(Request|Response)$/.test(name) &&
        !unchecked.test(name) &&
        Schema.isSchema(schema) &&
        !checked.has(schema)
    )
  assert.deepEqual(
    missing.map(([name]) => name),
    []
  )
})

validatorProperties(30)

describe("fits", () => {
  it.each(Object.entries(bodies))("%s: the example fits", (_, { example, form, schema }) => {
    assert.isTrue(makeValidator(schema, form)(example))
  })

  const Named = Schema.Struct({ name: Schema.String, note: Schema.optionalKey(Schema.String) })
  const Further = Schema.StructWithRest(Named, [Schema.Record(Schema.String, Json)])
  const none = Symbol("none")

  it("a symbol and a hidden field are looked at in requests alone: JSON shows neither in answers", () => {
    const isFit = makeValidator(Named, "closed")
    assert.isFalse(isFit({ name: "a", [none]: 1 }))
    assert.isFalse(isFit(Object.defineProperty({ name: "a" }, "note", { value: "b", enumerable: false })))
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
    const count = Schema.Struct({ count: Schema.make<Schema.Codec<number>>(SchemaAST.number) })
    const isCounted = makeValidator(
      Schema.StructWithRest(count, [Schema.Record(Schema.String, Json)]),
      "open"
    )
    assert.isTrue(isCounted({ count: -0 }))
    assert.isFalse(isCounted({ count: Number.NaN }))
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
    const rows: ReadonlyArray<readonly [Schema.Codec<unknown, unknown>, good: unknown, bad: unknown]> = [
      [Schema.Record(Schema.String, Schema.Int), { a: 1, b: 2 }, { a: 1, b: "2" }],
      [Tree, { ...leaf, children: [leaf] }, { ...leaf, children: [leaf, { ...leaf, children: [1] }] }],
      [Schema.String.check(grouped), "ab", "abc"],
      [Schema.Literals(["a", 1, true]), 1, "1"]
    ]
    for (const [schema, good, bad] of rows) {
      assert.isTrue(makeValidator(schema, "closed")(good))
      assert.isFalse(makeValidator(schema, "closed")(bad))
      for (const value of [good, bad]) compare({ schema, form: "closed", example: value }, value)
    }
  })

  it("transformations, classes and values that are no JSON are left to the schema", () => {
    class Point extends Schema.Class<Point>("Point")({ x: Schema.Int }) {}
    const rows: ReadonlyArray<readonly [Schema.Codec<unknown, unknown>, unknown]> = [
      [Point, new Point({ x: 1 })],
      [Schema.Uint8Array, new Uint8Array(1)],
      [Schema.Literal(1n), 1n],
      [Schema.Undefined, undefined],
      [Schema.Struct({ constructor: Schema.optionalKey(Schema.String) }), {}],
      [Schema.Union([Schema.Literal("a"), Schema.String], { mode: "oneOf" }), "b"]
    ]
    for (const [schema, value] of rows) assert.isFalse(makeValidator(schema, "closed")(value))
  })
})
