import { assert, describe, it } from "@effect/vitest"
import * as Exit from "effect/Exit"
import * as fc from "fast-check"
import * as Schema from "effect/Schema"
import { issuesOf } from "../../src/errors/issues.ts"
import { Json } from "../../src/schema/Json.ts"

const check = Schema.decodeUnknownExit(Json)

const placeOf = (value: unknown) => {
  const exit = check(value)
  if (Exit.isSuccess(exit)) return undefined
  const reason = exit.cause.reasons[0]
  return reason?._tag === "Fail"
    ? issuesOf(reason.error).map(({ message, path }) => ({ message, path }))
    : assert.fail()
}

const at = (...path: ReadonlyArray<string | number>) => [{ message: "Expected JSON value", path }]

describe("Json", () => {
  it("takes all that JSON.parse gives, as it is", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const exit = check(value)
        assert.isTrue(Exit.isSuccess(exit) && exit.value === value)
      })
    )
  })

  it("an issue has the place of what is no JSON, however deep", () => {
    const cases: ReadonlyArray<readonly [unknown, ReadonlyArray<string | number>]> = [
      [Number.POSITIVE_INFINITY, []],
      [undefined, []],
      [1n, []],
      [new Date(0), []],
      [[1, Number.NaN], [1]],
      [{ a: { b: [0, { c: undefined }] } }, ["a", "b", 1, "c"]],
      [{ a: new Map() }, ["a"]],
      // oxlint-disable-next-line no-sparse-arrays
      [{ a: [1, , 2] }, ["a", 1]]
    ]
    for (const [value, path] of cases) assert.deepEqual(placeOf(value), at(...path))
  })

  it("a value that contains itself is no JSON", () => {
    const value: { self?: unknown } = {}
    value.self = value
    assert.strictEqual(placeOf(value)?.length, 1)
  })

  it("names of the prototype are names like any other", () => {
    assert.isUndefined(placeOf(JSON.parse('{"__proto__":{"a":1},"constructor":[null]}')))
    assert.deepEqual(placeOf(JSON.parse('{"__proto__":{"a":1e999}}')), at("__proto__", "a"))
  })
})
