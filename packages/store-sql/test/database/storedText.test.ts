// Texts as columns have them: whatever a caller sends comes back, and PostgreSQL can store it.
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { fromStored, toStored } from "../../src/database/storedText.ts"

const text = fc.string({
  unit: fc.constantFrom("a", "0", "\0", "\ud83c", "\udf0a", "\u{10ffff}", "é", "\ufffd")
})

describe("a stored text", () => {
  it("comes back unchanged, is valid Unicode, and has no NUL", () => {
    fc.assert(
      fc.property(text, (given) => {
        const stored = toStored(given)
        assert.isTrue(stored.isWellFormed())
        assert.notInclude(stored, "\0")
        assert.strictEqual(fromStored(stored), given)
      })
    )
  })

  it("is itself where nothing has to be escaped", () => {
    for (const given of ["", "Reads tide tables.", "\\u0000", "\u{1f30a}\ufffd\ufffe"]) {
      assert.strictEqual(toStored(given), given)
    }
  })

  it("is read as it was sent where an older version wrote what looks like an escape", () => {
    for (const given of ["\u{10ffff}0000e9", "\u{10ffff}ffffff", "\u{10ffff}00d7ff"]) {
      assert.strictEqual(fromStored(given), given)
    }
  })
})
