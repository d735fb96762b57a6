// The engines of one process share the word vectors.
import { promises } from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Embedded from "../../src/index.ts"
import { corpus } from "../search/support.ts"

/** Counts how often the data file is read while an effect runs. */
const readings = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const { readFile } = promises
      const seen = { readFile, count: 0 }
      const counted = (...args: Parameters<typeof readFile>) => {
        if (args[0] instanceof URL && args[0].pathname.endsWith("/data/vectors.bin")) seen.count++
        return readFile(...args)
      }
      Object.assign(promises, { readFile: counted })
      syncBuiltinESMExports()
      return seen
    }),
    (seen) => Effect.map(effect, () => seen.count),
    ({ readFile }) =>
      Effect.sync(() => {
        Object.assign(promises, { readFile })
        syncBuiltinESMExports()
      })
  )

const sources = Layer.merge(Embedded.layerDecisions, Embedded.layerSearch({ folder: corpus }))
const engines = Layer.mergeAll(Embedded.layerChat, Embedded.layerResponses(), Embedded.layerEmbeddings).pipe(
  Layer.provideMerge(sources)
)

describe("the data file", () => {
  it.effect("is read once for all engines of a process", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* readings(Effect.scoped(Layer.build(engines))), 1)
    })
  )

  it.effect("is read again for engines that are built apart", () =>
    Effect.gen(function* () {
      const built = Effect.scoped(Layer.build(Embedded.layerDecisions))
      assert.strictEqual(yield* readings(Effect.andThen(built, built)), 2)
    })
  )
})
