// A process with one store: fills it, then runs one round of operations for each message.
import type { CreatedKey } from "@leadline/store-sql"
import * as Effect from "effect/Effect"
import { memoryUsage } from "node:process"
import { answerOrders } from "../orders.ts"
import { fill } from "./fillStore.ts"
import { type Place, layerStore, layerTables, makeOperations } from "./measuredOperations.ts"

/** What it answers: milliseconds of each operation, and its memory in bytes. */
export interface Round {
  readonly times: ReadonlyArray<number>
  readonly memory: number
}

const [place, rows, runs] = process.argv.slice(2).map((text) => JSON.parse(text) as unknown) as [
  Place,
  number,
  number
]

const measured = (keys: ReadonlyArray<CreatedKey>) =>
  Effect.gen(function* () {
    const operations = Effect.all(yield* makeOperations(keys, rows, runs))
    // The first round warms up.
    yield* operations
    const context = yield* Effect.context<Effect.Services<typeof operations>>()
    answerOrders(async (): Promise<Round> => {
      const times = await Effect.runPromiseWith(context)(operations)
      globalThis.gc?.()
      return { times, memory: memoryUsage.rss() }
    })
    return yield* Effect.never
  }).pipe(Effect.provide(layerStore(place)))

const began = performance.now()
const seconds = () => ((performance.now() - began) / 1_000).toFixed(0)
/** More than the checks of a few rounds, so that none is in the cache. */
const known = 8 * runs
const filled = fill(rows, known, (kind, done) =>
  process.stderr.write(`${done} ${kind} after ${seconds()} s\n`)
).pipe(Effect.provide(layerTables(place)))
await Effect.runPromise(Effect.flatMap(filled, measured))
