// The data file: it is read once for all engines, and refused when it is truncated or another one.
import { promises, readFileSync } from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Embedded from "../../src/index.ts"
import { corpus } from "../search/support.ts"
import { test } from "../support/engines.ts"

const whole = new Uint8Array(readFileSync(new URL("../../data/vectors.bin", import.meta.url)))

const changed = (at: number): Uint8Array => {
  const copy = whole.slice()
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

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

/** Replaces the function that reads files. */
const replaceBy = (read: object) => {
  Object.assign(promises, { readFile: read })
  syncBuiltinESMExports()
}

it.effect("the data file is read once for all engines of a process", () => {
  const { readFile } = promises
  let count = 0
  const counted = (...args: Parameters<typeof readFile>) => {
    if (args[0] instanceof URL && args[0].pathname.endsWith("/data/vectors.bin")) count++
    return readFile(...args)
  }
  const sources = Layer.merge(Embedded.layerDecisions, Embedded.layerSearch({ folder: corpus }))
  const engines = Layer.mergeAll(Embedded.layerChat, Embedded.layerResponses(), Embedded.layerEmbeddings)
  return Effect.acquireUseRelease(
    Effect.sync(() => replaceBy(counted)),
    () =>
      Effect.map(Effect.scoped(Layer.build(Layer.provideMerge(engines, sources))), () =>
        assert.strictEqual(count, 1)
      ),
    () => Effect.sync(() => replaceBy(readFile))
  )
})
