// Runs one call for each batch of a source: some at a time, in the order of the source or of completion.
import * as Cause from "effect/Cause"
import * as Channel from "effect/Channel"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Queue from "effect/Queue"
import * as Semaphore from "effect/Semaphore"
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
 * A permit is taken before a batch is read and released when the reader takes its results: no more batches than
 * permits are in memory. `call` gives the results of a batch, one for each item.
 */
export const runBatches = <Item, A, E, R, R2>(
  batches: Stream.Stream<Batch<Item>, E, R>,
  call: (batch: Batch<Item>) => Effect.Effect<ReadonlyArray<A>, ApiError, R2>,
  options: BulkOptions,
  total: number | undefined
): Stream.Stream<BulkSuccess<Item, A> | BulkFailure<Item>, E | BulkError, R | R2> => {
  const {
    concurrency = defaultConcurrency,
    onError = "throw",
    onProgress,
    order = "input",
    startAt = 0
  } = options

  const make = Effect.gen(function* () {
    const scope = yield* Effect.scope
    const permits = yield* Semaphore.make(concurrency)
    const finished = yield* Queue.unbounded<
      Effect.Effect<Exit.Exit<Results<Item, A>, BulkError>>,
      E | Cause.Done
    >()
    const pull = yield* Channel.toPullScoped(Stream.toChannel(batches), scope)
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

    const start = Effect.fnUntraced(function* (batch: Batch<Item>) {
      const fiber = yield* Effect.forkIn(run(batch), scope)
      if (order === "input") Queue.offerUnsafe(finished, Fiber.await(fiber))
      else fiber.addObserver((exit) => Queue.offerUnsafe(finished, Effect.succeed(exit)))
    })

    const pump = Effect.gen(function* () {
      let read: ReadonlyArray<Batch<Item>> = []
      while (true) {
        yield* Semaphore.take(permits, 1)
        if (read.length === 0) read = yield* pull
        const [batch, ...rest] = read
        read = rest
        if (batch !== undefined) yield* start(batch)
      }
    })
    // All other permits are free once every result was taken.
    const drained = Effect.andThen(Semaphore.take(permits, concurrency - 1), Queue.end(finished))
    yield* Effect.forkIn(
      Effect.catchCause(pump, (cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.void
          : isDone(cause)
            ? drained
            : Queue.failCause(finished, cause)
      ),
      scope
    )

    const next = Effect.flatMap(Queue.take(finished), (result) =>
      Effect.flatMap(result, (exit) => Effect.andThen(Semaphore.release(permits, 1), exit))
    )
    return Stream.flattenIterable(
      Stream.fromPull(Effect.succeed(Effect.map(next, (results) => [results] as const)))
    )
  })
  return Stream.unwrap(make)
}

const isDone = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) => Cause.isFailReason(reason) && Cause.isDone(reason.error))
