import { assert, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as fc from "fast-check"
import { decodeText } from "../../src/protocol/decodeText.ts"

it.effect("one byte order mark is dropped, a second stays", () =>
  Effect.gen(function* () {
    assert.strictEqual(yield* decodeText(Buffer.from("\ufeff{}")), "{}")
    assert.strictEqual(yield* decodeText(Buffer.from("\ufeff\ufeff{}")), "\ufeff{}")
    assert.strictEqual(yield* decodeText(new Uint8Array(0)), "")
  })
)

it.effect("bytes that are no UTF-8 are a defect", () =>
  Effect.gen(function* () {
    for (const bytes of [[0xff], [0x61, 0xe2, 0x82]]) {
      const exit = yield* Effect.exit(decodeText(Uint8Array.from(bytes)))
      assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
    }
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
