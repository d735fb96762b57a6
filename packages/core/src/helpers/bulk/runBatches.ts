// Runs one call for each batch of a source: some at a time, in the order of the source or of completion.
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { ApiError } from "../../errors/ApiError.ts"
import { withFields } from "../../errors/withFields.ts"
import {
  type BulkError,
  type BulkFailure,
  type BulkOptions,
  type BulkSuccess,
  defaultConcurrency
} from "./options.ts"
import type { Batch } from "./sources.ts"

type Results<Item, A> = ReadonlyArray<BulkSuccess<Item, A> | BulkFailure<Item>>

/**
 * No more batches than calls are in memory. A failure comes after the results before it. `call` gives the results of a
 * batch, one for each item.
 */
export const runBatches = <Item, A, E, R, R2>(
  batches: Stream.Stream<Batch<Item>, E, R>,
  call: (batch: Batch<Item>) => Effect.Effect<ReadonlyArray<A>, ApiError, R2>,
  options: BulkOptions,
  total: number | undefined
): Stream.Stream<BulkSuccess<Item, A> | BulkFailure<Item>, E | BulkError, R | R2> =>
  Stream.suspend(() => {
    const {
      concurrency = defaultConcurrency,
      onError = "throw",
      onProgress,
      order = "input",
      startAt = 0
    } = options
    const counts = { done: 0, failed: 0, ...(total !== undefined && { total: Math.max(0, total - startAt) }) }
    const report = (kind: "done" | "failed", count: number): void => {
      counts[kind] += count
      onProgress?.({ ...counts })
    }
    const run = (batch: Batch<Item>): Effect.Effect<Results<Item, A>, BulkError, R2> =>
      Effect.matchEffect(call(batch), {
        onSuccess: (results) =>
          Effect.sync(() => {
            report("done", batch.items.length)
            return batch.items.map((item, place) => ({
              index: batch.index + place,
              item,
              result: results[place] as A
            }))
          }),
        onFailure: (error) =>
          Effect.suspend(() => {
            report("failed", batch.items.length)
            return onError === "throw"
              ? Effect.fail(withFields(error, { index: batch.index }))
              : Effect.succeed(
                  batch.items.map((item, place) => ({ index: batch.index + place, item, error }))
                )
          })
      })
    return batches.pipe(
      Stream.mapEffect((batch) => Effect.exit(run(batch)), {
        concurrency,
        unordered: order === "completion"
      }),
      Stream.mapEffect((exit) => exit),
      Stream.flattenIterable
    )
  })
