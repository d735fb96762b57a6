// Decisions about each item of a source.
import * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { PromiseMethodTypes } from "../../client/promise/promisify.ts"
import { checkOptions } from "../../client/optionChecks.ts"
import type { DecisionsRequest, DecisionsResponse, Questions } from "../../resources/decisions/schema.ts"
import { Decisions, type DecisionsMethods } from "../../resources/decisions/service.ts"
import { checkResource, iterableOver } from "../overClient.ts"
import {
  type BulkError,
  type BulkOptions,
  bulkOptions,
  type BulkPromiseOptions,
  bulkPromiseOptions,
  type BulkResult
} from "./options.ts"
import { runBatches } from "./runBatches.ts"
import {
  type Batch,
  fromStreamOrSync,
  single,
  sizeOf,
  type Source,
  streamOfAsync,
  toBatches
} from "./sources.ts"

/** One call for the one item of a batch. */
const each =
  <Item, Request, A, E, R>(
    toRequest: (item: Item, index: number) => Request,
    call: (request: Request) => Effect.Effect<A, E, R>
  ) =>
  ({ index, items }: Batch<Item>): Effect.Effect<ReadonlyArray<A>, E, R> =>
    Effect.forEach(items, (item) => call(toRequest(item, index)))

/**
 * Asks the questions of `toRequest` about each item, some at a time: `{ index, item, result }`, with `onError: "yield"`
 * also `{ index, item, error }`. Items are read as they are needed, so the source may be endless. Leaving the loop
 * cancels the calls in progress.
 */
export const mapDecisions = <Item, const Q extends Questions, const O extends BulkPromiseOptions = {}>(
  decisions: Pick<DecisionsMethods<PromiseMethodTypes>, "create">,
  items: Source<Item>,
  toRequest: (item: Item, index: number) => DecisionsRequest<Q>,
  options?: O & BulkPromiseOptions
): AsyncIterable<BulkResult<Item, DecisionsResponse<Q>, O>> => {
  const given: BulkPromiseOptions = options ?? {}
  checkResource(decisions, "decisions")
  checkOptions(given, bulkPromiseOptions)
  const { signal, ...own } = given
  const results = mapDecisionsEffect<Item, Q, O, unknown>(streamOfAsync(items), toRequest, own as never)
  return iterableOver(Decisions, decisions, results, signal)
}

/** Twin of {@link mapDecisions}: items from a Stream or an iterable, results as a Stream. */
export const mapDecisionsEffect = <
  Item,
  const Q extends Questions,
  const O extends BulkOptions = {},
  E = never,
  R = never
>(
  items: Stream.Stream<Item, E, R> | Iterable<Item>,
  toRequest: (item: Item, index: number) => DecisionsRequest<Q>,
  options?: O & BulkOptions
): Stream.Stream<BulkResult<Item, DecisionsResponse<Q>, O>, E | BulkError, R | Decisions> => {
  const given: BulkOptions = options ?? {}
  checkOptions(given, bulkOptions)
  return runBatches(
    toBatches(fromStreamOrSync(items), single, given.startAt ?? 0),
    each(toRequest, (request: DecisionsRequest<Q>) => Decisions.use(({ create }) => create(request))),
    given,
    sizeOf(items)
  ) as Stream.Stream<BulkResult<Item, DecisionsResponse<Q>, O>, E | BulkError, R | Decisions>
}
