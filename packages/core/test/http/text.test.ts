import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { decodeText } from "../../src/http/text.ts"

it.effect("one byte order mark is dropped, a second stays", () =>
  Effect.gen(function* () {
    assert.strictEqual(yield* decodeText(Buffer.from("\ufeff{}")), "{}")
    assert.strictEqual(yield* decodeText(Buffer.from("\ufeff\ufeff{}")), "\ufeff{}")
    assert.strictEqual(yield* decodeText(new Uint8Array(0)), "")
  })
)

it("a view of a larger buffer is decoded, not the buffer", () => {
  assert.strictEqual(Effect.runSync(decodeText(Buffer.from("abcdef").subarray(2, 4))), "cd")
})

it("any text comes back", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      assert.strictEqual(Effect.runSync(decodeText(Buffer.from(`a${text}`))), `a${text}`)
    })
  )
})
