// The cache of verified keys: capacity, age and version, and the cursor that finds its oldest entry.
import { assert, describe, it } from "@effect/vitest"
import { makeEvictionCursor } from "../../src/keys/evictionCursor.ts"
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

describe("an eviction cursor", () => {
  it("finds the key inserted first; a key inserted again counts as new", () => {
    const entries = new Map([1, 2, 3, 4].map((name) => [name, ""]))
    const oldest = makeEvictionCursor(entries)
    const take = () => {
      const name = oldest()
      if (name !== undefined) entries.delete(name)
      return name
    }
    entries.delete(1)
    assert.strictEqual(take(), 2)
    entries.delete(3)
    entries.set(3, "again")
    assert.deepEqual([take(), take(), take()], [4, 3, undefined])
    entries.set(5, "")
    assert.strictEqual(take(), 5)
  })
})
