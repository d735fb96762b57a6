// The oldest entry of a map: which one it is, and how few walks it takes to find it.
import { assert, describe, it } from "@effect/vitest"
import { makeEvictionCursor } from "../../src/keys/evictionCursor.ts"

/** A map that counts the walks begun over its keys. */
class Counted extends Map<number, string> {
  walks = 0
  override keys() {
    this.walks++
    return super.keys()
  }
}

describe("the oldest entry", () => {
  it("is the one put first of those that are left, and a name put again is a new one", () => {
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

  it("of a memory that is always full is found by one walk, however many are forgotten", () => {
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
