// The data file, which is refused when it is truncated or another one.
import { readFileSync } from "node:fs"
import { assert } from "vitest"
import * as Effect from "effect/Effect"
import * as Embedded from "../../src/index.ts"
import { test } from "../support/engines.ts"

const whole = new Uint8Array(readFileSync(new URL("../../data/vectors.bin", import.meta.url)))

const changed = (at: number): Uint8Array => whole.with(at, (whole[at] ?? 0) ^ 1)

test("the data file knows words, their neighbours and their opposites", function* () {
  const vectors = yield* Embedded.loadWordVectors(whole)
  const near = vectors.neighbours(vectors.indexOf("refund") ?? 0).map(({ word }) => word)
  assert.include(near, "refunds")
  assert.include(vectors.opposites("hot"), "cold")
  assert.isUndefined(vectors.indexOf("constructor "))
})

// The header, whose fields say how long the file is, and the rest.
test.each<readonly [string, Uint8Array, RegExp]>([
  ...[0, 31, 1_000, whole.length - 1].map((end) => [`cut at ${end}`, whole.slice(0, end), /bytes/] as const),
  ["longer than it says", new Uint8Array([...whole, 0]), /bytes/],
  ["of another kind", changed(0), /LLEV/],
  ["of another version", changed(4), /version/],
  ...[8, 12, 16, 20, 24].map((field) => [`changed at ${field}`, changed(field), /bytes/] as const)
])("a data file that is %s is refused", function* ([, bytes, reason]) {
  const error = yield* Effect.flip(Embedded.loadWordVectors(bytes))
  assert.strictEqual(error._tag, "EngineDataError")
  assert.match(error.message, reason)
})
