// The eviction cursor: it finds the oldest key, with few iterators.
import { assert, describe, it } from "@effect/vitest"
import { makeEvictionCursor } from "../../src/keys/evictionCursor.ts"

/** A map that counts iterators over its keys. */
class Counted extends Map<number, string> {
  walks = 0
  override keys() {
    this.walks++
    return super.keys()
  }
}

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

  it("needs one iterator for a cache that is always full", () => {
    const entries = new Counted()
    const oldest = makeEvictionCursor(entries)
    for (let name = 0; name < 200_000; name++) {
      entries.set(name, "")
      if (entries.size > 1_000) entries.delete(oldest() ?? -1)
    }
    assert.strictEqual(entries.walks, 1)
    assert.deepEqual([entries.size, oldest()], [1_000, 199_000])
  })
})
