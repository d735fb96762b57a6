// A truncated or changed data file is refused.
import * as FileSystem from "node:fs"
import { assert, describe } from "vitest"
import * as Effect from "effect/Effect"
import { EngineDataError, loadWordVectors } from "../../src/index.ts"
import { test } from "../support/engines.ts"

const whole = new Uint8Array(FileSystem.readFileSync(new URL("../../data/vectors.bin", import.meta.url)))

const changed = (at: number): Uint8Array => {
  const copy = whole.slice()
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

const refused = Effect.fnUntraced(function* (bytes: Uint8Array, reason: RegExp) {
  const error = yield* Effect.flip(loadWordVectors(bytes))
  assert.instanceOf(error, EngineDataError)
  assert.strictEqual(error._tag, "EngineDataError")
  assert.match(error.message, /vectors\.bin/)
  assert.match(error.message, reason)
})

describe("the data file", () => {
  test("knows words, their neighbours and their opposites", function* () {
    const weights = yield* loadWordVectors(whole)
    const index = weights.indexOf("refund")
    assert.isDefined(index)
    assert.include(
      weights.neighbours(index ?? 0).map(({ word }) => word),
      "refunds"
    )
    assert.include(weights.opposites("hot"), "cold")
    assert.isUndefined(weights.indexOf("constructor "))
  })

  test("is refused when cut, or longer than it says", function* () {
    for (const length of [0, 3, 31, 32, 1_000, whole.length - 1])
      yield* refused(whole.slice(0, length), /bytes/)
    yield* refused(new Uint8Array([...whole.subarray(0, 40), ...whole]), /bytes|checksum/)
  })

  test("is refused when a field of its header differs", function* () {
    yield* refused(changed(0), /LLEV/)
    yield* refused(changed(4), /version/)
    for (const field of [8, 12, 16, 20, 24]) yield* refused(changed(field), /bytes/)
    yield* refused(changed(28), /checksum/)
  })

  test("is refused when a byte of any part differs", function* () {
    for (const share of [0.001, 0.05, 0.2, 0.5, 0.7, 0.95, 1]) {
      yield* refused(changed(Math.floor(32 + (whole.length - 33) * share)), /checksum/)
    }
  })
})
