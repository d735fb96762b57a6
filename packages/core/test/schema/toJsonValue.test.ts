// The copy of a request as it is sent, of values that have no end.
import { assert, describe, it } from "vitest"
import { toJsonValue } from "../../src/schema/toJsonValue.ts"
import { jsonDepth } from "../../src/schema/limits.ts"

const nested = (levels: number): unknown => {
  let value: unknown = { left: undefined }
  for (let level = 1; level < levels; level++) value = [value]
  return value
}

describe("a request as it is sent", () => {
  it("loses undefined fields down to the last level of JSON", () => {
    assert.notInclude(Object.keys((toJsonValue([nested(1)]) as ReadonlyArray<object>)[0] ?? {}), "left")
    const deepest = (value: unknown): unknown => (Array.isArray(value) ? deepest(value[0]) : value)
    assert.deepStrictEqual(deepest(toJsonValue(nested(jsonDepth))), {})
  })

  it.each([Object.create(Date.prototype), new Date(Number.NaN)])(
    "is the request itself with no valid date",
    (date) => {
      const request = [{ date, left: undefined }]
      assert.strictEqual(toJsonValue(request), request)
    }
  )

  it("is the request itself where that is nested deeper", () => {
    const request = nested(jsonDepth + 1)
    assert.strictEqual(toJsonValue(request), request)
  })

  it("is the request itself where that contains itself more than once", () => {
    const parent: { children: Array<unknown>; first?: unknown } = { children: [] }
    for (let count = 0; count < 3; count++) parent.children.push({ parent, root: parent })
    assert.strictEqual(toJsonValue(parent), parent)
  })
})
