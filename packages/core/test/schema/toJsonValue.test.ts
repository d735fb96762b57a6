// The copy of a request as it is sent, of values that have no end.
import { assert, it } from "vitest"
import { toJsonValue } from "../../src/schema/toJsonValue.ts"
import { jsonDepth } from "../../src/schema/limits.ts"

const nested = (levels: number): unknown => {
  let value: unknown = { left: undefined }
  for (let level = 1; level < levels; level++) value = [value]
  return value
}

it("a request loses undefined fields down to the last level of JSON", () => {
  const deepest = (value: unknown): unknown => (Array.isArray(value) ? deepest(value[0]) : value)
  assert.deepStrictEqual(deepest(toJsonValue(nested(jsonDepth))), {})
})

const family: { children: Array<unknown> } = { children: [] }
for (let count = 0; count < 3; count++) family.children.push({ parent: family, root: family })

it.each([
  ["has no valid date", [{ date: new Date(Number.NaN), left: undefined }]],
  ["has an object that only looks like a date", [{ date: Object.create(Date.prototype), left: undefined }]],
  ["is nested deeper", nested(jsonDepth + 1)],
  ["contains itself more than once", family]
])("a request that %s is sent as it is, for its check to refuse", (_, request) => {
  assert.strictEqual(toJsonValue(request), request)
})
