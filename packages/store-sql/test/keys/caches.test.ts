// The cache of verified keys: capacity, age and version.
import { assert, describe, it } from "@effect/vitest"
import { makeTtlCache } from "../../src/keys/TtlCache.ts"

describe("a cache", () => {
  it("evicts the oldest entry at its capacity", () => {
    const cache = makeTtlCache<number>(10_000)
    for (let index = 0; index < 30_000; index++) cache.put(String(index), index, 0n, 0)
    assert.strictEqual(cache.size(), 10_000)
    assert.isUndefined(cache.get("19999", 0n, 0))
    assert.strictEqual(cache.get("20000", 0n, 0), 20_000)
  })

  it("drops an entry after a second, and when the version changes", () => {
    const cache = makeTtlCache<number>(10)
    cache.put("a", 1, 5n, 0)
    assert.strictEqual(cache.get("a", 1_000_000_004n, 0), 1)
    assert.isUndefined(cache.get("a", 1_000_000_005n, 0))
    cache.put("b", 1, 5n, 0)
    assert.isUndefined(cache.get("b", 5n, 1))
    cache.put("c", 1, 5n, Number.NaN)
    assert.isUndefined(cache.get("c", 5n, Number.NaN))
  })
})
