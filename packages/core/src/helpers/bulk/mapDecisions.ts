// Decisions about each item of a source.
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { PromiseMethodTypes } from "../../client/promise/promisify.ts"
import { callOptions, provideOptions } from "../../client/CallOptions.ts"
import { type Checks, checkOptions } from "../../client/optionChecks.ts"
import { type Action, actionOf } from "../../resources/decisions/policyResult.ts"
import type { DecisionsRequest, DecisionsResponse, Questions } from "../../resources/decisions/schema.ts"
import { Decisions, type DecisionsMethods } from "../../resources/decisions/service.ts"
import { checkResource, iterableOver } from "../overClient.ts"
import {
  type BulkError,
  type BulkFailure,
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

/** Options of {@link mapDecisionsEffect}. */
export interface MapDecisionsEffectOptions extends BulkOptions {
  /** The policy of all items, as `tickets` or `tickets@3`: each result then has the `action` that it says. Default: none. */
  readonly policy?: string | undefined
}

/** Options of {@link mapDecisions}. */
export interface MapDecisionsOptions extends BulkPromiseOptions, Pick<MapDecisionsEffectOptions, "policy"> {}

/** A result; with the option `policy` it has an `action`, which is `review` where the answer names none. */
export type DecisionResult<Item, Q extends Questions, O> = WithAction<
  BulkResult<Item, DecisionsResponse<Q>, O>,
  O
>

type WithAction<R, O> = "policy" extends keyof O
  ? R extends BulkFailure<unknown>
    ? R
    : R & { readonly action: Action }
  : R

const effectOptions = {
  ...bulkOptions,
  policy: callOptions.policy
} satisfies Checks<MapDecisionsEffectOptions>
const promiseOptions = {
  ...bulkPromiseOptions,
  policy: callOptions.policy
} satisfies Checks<MapDecisionsOptions>

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
export const mapDecisions = <Item, const Q extends Questions, const O extends MapDecisionsOptions = {}>(
  decisions: Pick<DecisionsMethods<PromiseMethodTypes>, "create">,
  items: Source<Item>,
  toRequest: (item: Item, index: number) => DecisionsRequest<Q>,
  options?: O & MapDecisionsOptions
): AsyncIterable<DecisionResult<Item, Q, O>> => {
  const given: MapDecisionsOptions = options ?? {}
  checkResource(decisions, "decisions")
  checkOptions(given, promiseOptions)
  const { signal, ...own } = given
  const results = mapDecisionsEffect<Item, Q, O, unknown>(streamOfAsync(items), toRequest, own as never)
  return iterableOver(Decisions, decisions, results, signal, { policy: own.policy })
}

/** Twin of {@link mapDecisions}: items from a Stream or an iterable, results as a Stream. */
export const mapDecisionsEffect = <
  Item,
  const Q extends Questions,
  const O extends MapDecisionsEffectOptions = {},
  E = never,
  R = never
>(
  items: Stream.Stream<Item, E, R> | Iterable<Item>,
  toRequest: (item: Item, index: number) => DecisionsRequest<Q>,
  options?: O & MapDecisionsEffectOptions
): Stream.Stream<DecisionResult<Item, Q, O>, E | BulkError, R | Decisions> => {
  const given: MapDecisionsEffectOptions = options ?? {}
  checkOptions(given, effectOptions)
  const { policy } = given
  const results = runBatches(
    toBatches(fromStreamOrSync(items), single, given.startAt ?? 0),
    each(toRequest, (request: DecisionsRequest<Q>) => {
      const call = Decisions.use(({ create }) => create(request))
      return policy === undefined ? call : provideOptions(call, { policy })
    }),
    given,
    sizeOf(items)
  )
  const acted =
    policy === undefined
      ? results
      : Stream.map(results, (one) =>
          one.result === undefined ? one : { ...one, action: actionOf(one.result) }
        )
  return acted as Stream.Stream<DecisionResult<Item, Q, O>, E | BulkError, R | Decisions>
}
