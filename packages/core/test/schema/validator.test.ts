import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as fc from "fast-check"
import { isDeepStrictEqual } from "node:util"
import * as ApiError from "../../src/errors/ApiError.ts"
import { makeChecker } from "../../src/service/validate.ts"
import { makeValidator } from "../../src/schema/validator.ts"
import { bodies, type Body } from "../fixtures/bodies.ts"

const texts = [
  "",
  "a",
  "user",
  "en",
  "1/2/2026",
  "2026-01-02T03:04:05Z",
  "openai/gpt-5",
  "https://example.org/",
  "x".repeat(64)
]
const numbers = [0, 1, 0.5, 2, 25, 128, 1024, -1]
const names = ["billing", "0", "1", "toString", "type"]

const passing = <A>(values: ReadonlyArray<A>, { checks }: SchemaAST.AST): ReadonlyArray<A> => {
  const unchecked: Schema.Codec<unknown> = Schema.Unknown
  const isGood = Schema.is((checks ?? []).reduce((made, check) => made.check(check), unchecked))
  const good = values.filter((value) => isGood(value))
  return good.length === 0 ? values : good
}

/** Values of a schema, or nearly: what checks of structs and arrays say is left to chance. */
const valuesOf = (ast: SchemaAST.AST): fc.Arbitrary<unknown> => {
  switch (ast._tag) {
    case "String":
      return fc.constantFrom(...passing(texts, ast))
    case "Number":
      return fc.constantFrom(...passing(numbers, ast))
    case "Boolean":
      return fc.boolean()
    case "Literal":
      return fc.constant(ast.literal)
    case "Union":
      return fc.oneof(...ast.types.map(valuesOf))
    case "Arrays":
      return fc.array(fc.oneof(...ast.rest.map(valuesOf)), { maxLength: 3 })
    case "Objects": {
      const fields = ast.propertySignatures.map(({ name, type }) => [String(name), type] as const)
      const required = fields.filter(([, type]) => !SchemaAST.isOptional(type)).map(([name]) => name)
      const named = fc.record(Object.fromEntries(fields.map(([name, type]) => [name, valuesOf(type)])), {
        requiredKeys: required
      })
      const [index] = ast.indexSignatures
      if (index === undefined) return named
      const further = fc.dictionary(fc.constantFrom(...names), valuesOf(index.type), { maxKeys: 3 })
      return fc.tuple(further, named).map(([some, known]) => ({ ...some, ...known }))
    }
    case "Declaration":
      return fc.jsonValue({ maxDepth: 2 })
    default:
      return fc.constant(null)
  }
}

class Kept {
  readonly kind = "kept"
}

const nested = (levels: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = [value]
  return value
}
const circular: Array<unknown> = []
circular.push({ circular })

/** What stands in place of a part. Symbols and hidden fields are not among them: see the tests by name. */
const strange: ReadonlyArray<unknown> = [
  undefined,
  null,
  Number.NaN,
  Infinity,
  -0,
  -1,
  1.5,
  2 ** 60,
  1n,
  true,
  "",
  "x",
  {},
  [],
  [undefined],
  // oxlint-disable-next-line no-sparse-arrays
  [1, , 2],
  Symbol("x"),
  () => 1,
  new Date(0),
  new Kept(),
  new Map(),
  Object.create(null),
  JSON.parse('{"__proto__":1}'),
  JSON.parse('{"__proto__":{"type":"noul"}}'),
  nested(100),
  nested(300),
  circular
]

const changes: ReadonlyArray<(part: object, at: number, other: unknown) => unknown> = [
  (part, at) =>
    Object.fromEntries(Object.entries(part).filter((_, place) => place !== at % Object.keys(part).length)),
  (part, _, other) => ({ ...part, extra: other }),
  (part) => ({ ...part, constructor: "x" }),
  (part, _, other) =>
    Object.defineProperty({ ...part }, "__proto__", { value: other, enumerable: true, configurable: true }),
  (part) => Object.assign(new Kept(), part),
  (part) => Object.assign(Object.create(null), part),
  (part) => Object.create(part),
  (part) =>
    Object.create(
      Object.prototype,
      Object.fromEntries(
        Object.entries(part).map(([name, value]) => [name, { get: () => value, enumerable: true }])
      )
    ),
  (part) => Object.freeze({ ...part }),
  (part) =>
    Object.entries(part)
      .toReversed()
      .reduce((made, [name, value]) => Object.assign(made, { [name]: value }), {}),
  (part, at) =>
    Object.fromEntries(
      Object.entries(part).map(([name, value], place) => [place === at ? `${name}x` : name, value])
    ),
  (part) => (Array.isArray(part) ? class extends Array {}.from(part) : Object.values(part)),
  (part) => (Array.isArray(part) ? [...part, ...part] : [part])
]

type Change = readonly [steps: ReadonlyArray<number>, kind: number, other: unknown]

/** The value with one change at the end of the steps, or where they lead no further. */
const changed = (value: unknown, [[step, ...steps], kind, other]: Change): unknown => {
  if (typeof value !== "object" || value === null) return other
  const parts = Object.keys(value)
  const name = step === undefined ? undefined : parts[step % (parts.length + 1)]
  if (name === undefined || step === undefined) {
    return changes[kind]?.(value, step ?? 0, other) ?? other
  }
  const part = changed(Reflect.get(value, name), [steps, kind, other])
  return Array.isArray(value)
    ? value.map((one, at) => (String(at) === name ? part : one))
    : Object.fromEntries(Object.entries(value).map((entry) => (entry[0] === name ? [name, part] : entry)))
}

const someChange: fc.Arbitrary<Change> = fc.tuple(
  fc.array(fc.nat(12), { maxLength: 6 }),
  fc.nat(changes.length + 3),
  fc.constantFrom(...strange)
)

/** What `JSON.parse` may give, of a common depth. */
const isPlainJson = (value: unknown, left = 150): boolean => {
  if (typeof value !== "object" || value === null) {
    return Object.is(
      value,
      Result.getOrUndefined(Result.try((): unknown => JSON.parse(JSON.stringify(value))))
    )
  }
  const isPlain = Array.isArray(value)
    ? Object.getPrototypeOf(value) === Array.prototype && Object.keys(value).length === value.length
    : Object.getPrototypeOf(value) === Object.prototype
  return isPlain && left > 0 && Object.values(value).every((part) => isPlainJson(part, left - 1))
}

const decoder = ({ form, schema }: Body) =>
  Schema.decodeUnknownResult(
    Schema.toType(schema),
    form === "closed" ? { errors: "all", onExcessProperty: "error" } : {}
  )

/** What the schema says, and what `fits` and `checker` make of it. */
const compare = (body: Body, value: unknown): void => {
  const decoded = decoder(body)(value)
  const isFit = makeValidator(body.schema, body.form)(value)
  const checked = makeChecker(body.schema, body.form)(value)
  if (Result.isFailure(decoded)) {
    assert.isFalse(isFit)
    const told =
      body.form === "closed"
        ? ApiError.invalidRequest(decoded.failure)
        : ApiError.invalidResponse(decoded.failure)
    assert.deepStrictEqual(checked, told)
    return
  }
  assert.isTrue(isDeepStrictEqual(checked, decoded.success))
  if (isFit) assert.strictEqual(checked, value)
  else assert.isFalse(isPlainJson(value) && isDeepStrictEqual(decoded.success, value))
}

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
  const Further = Schema.StructWithRest(Named, [Schema.Record(Schema.String, Schema.Json)])
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
      [Schema.Record(Schema.String, Schema.Json)]
    )
    assert.isTrue(makeValidator(Counted, "open")({ count: -0 }))
    assert.isFalse(makeValidator(Counted, "open")({ count: Number.NaN }))
    assert.isTrue(
      Result.isFailure(decoder({ schema: Counted, form: "open", example: 0 })({ count: Number.NaN }))
    )
  })

  it("tuples, records, suspended schemas and groups of checks say what their schemas say", () => {
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
      [Schema.Tuple([Schema.String, Schema.optionalKey(Schema.Int)]), ["a"], true],
      [Schema.Tuple([Schema.String, Schema.optionalKey(Schema.Int)]), ["a", 1], true],
      [Schema.Tuple([Schema.String, Schema.optionalKey(Schema.Int)]), [], false],
      [Schema.Tuple([Schema.String, Schema.optionalKey(Schema.Int)]), ["a", 1, 2], false],
      [Schema.TupleWithRest(Schema.Tuple([Schema.String]), [Schema.Int]), ["a", 1, 2], true],
      [Schema.TupleWithRest(Schema.Tuple([Schema.String]), [Schema.Int]), ["a", "b"], false],
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
