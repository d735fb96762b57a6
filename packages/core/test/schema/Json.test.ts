import { assert, it } from "@effect/vitest"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import { issuesOf } from "../../src/errors/issues.ts"
import { Json } from "../../src/schema/Json.ts"

const check = Schema.decodeUnknownExit(Json)

const placesOf = (value: unknown) => {
  const exit = check(value)
  const reason = Exit.isFailure(exit) ? exit.cause.reasons[0] : undefined
  return reason?._tag === "Fail" ? issuesOf(reason.error).map(({ path }) => path) : []
}

it.each<readonly [unknown, ReadonlyArray<string | number>]>([
  [undefined, []],
  [{ a: { b: [0, { c: undefined }] } }, ["a", "b", 1, "c"]],
  // oxlint-disable-next-line no-sparse-arrays
  [{ a: [1, , 2] }, ["a", 1]],
  [JSON.parse('{"__proto__":{"a":1e999}}'), ["__proto__", "a"]]
])("an issue has the place of what is no JSON, however deep: %o", (value, path) => {
  assert.deepEqual(placesOf(value), [path])
})
