// Texts as columns have them: whatever a caller sends comes back, and PostgreSQL can store it.
import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import { fromStored, toStored } from "../../src/database/storedText.ts"

const text = fc.string({
  unit: fc.constantFrom("a", "0", "\0", "\ud83c", "\udf0a", "\u{10ffff}", "é", "\ufffd")
})

it("a stored text comes back unchanged, is valid Unicode, and has no NUL", () => {
  fc.assert(
    fc.property(text, (given) => {
      const stored = toStored(given)
      assert.isTrue(stored.isWellFormed())
      assert.notInclude(stored, "\0")
      assert.strictEqual(fromStored(stored), given)
    })
  )
})
