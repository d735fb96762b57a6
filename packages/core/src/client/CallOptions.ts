// The options that may differ from call to call.
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Function from "effect/Function"
import { aDuration, anObject, type Check, checkOptions, type Checks, integerFrom } from "./optionChecks.ts"
import type { Query } from "./queryString.ts"

// With `number`, which it has already, editors show this name instead of `Input`.
/** A duration: milliseconds, a text such as `"20 seconds"`, or a `Duration` of Effect. */
export type DurationInput = Duration.Input | number

/** Options of one call, or of all calls of a client. */
export interface CallOptions {
  /**
   * The deadline of the call, with all attempts, delays and bodies. Milliseconds, or as `"20 seconds"`. Default 75 s;
   * a stream has 60 s until the head of its response, and then no deadline.
   */
  readonly timeout?: DurationInput | undefined
  /** Time without a byte in a stream; heartbeats count. Default 60 s. */
  readonly idleTimeout?: DurationInput | undefined
  /** Time without an event in a stream; heartbeats do not count. Default 300 s. */
  readonly eventTimeout?: DurationInput | undefined
  /**
   * Time to wait for other calls under `concurrency`, before `timeout` begins. Then the call fails with a
   * DeadlineExceededError of phase `queue`; nothing was sent. Default: no limit.
   */
  readonly queueTimeout?: DurationInput | undefined
  /** Attempts after the first. Default 2. */
  readonly maxRetries?: number | undefined
  /** More request headers. They cannot replace those that the client sets. */
  readonly headers?: { readonly [name: string]: string } | undefined
  /** More parameters of the query, for those that the client does not know. */
  readonly extraQuery?: Query | undefined
  /** More fields of a JSON body, for those that the client does not know. They replace fields of the same name. */
  readonly extraBody?: { readonly [name: string]: unknown } | undefined
  /**
   * The policy of decisions, as `tickets` or `tickets@3`; other operations do not send it. The response has what it makes
   * of the answers in `policy`. A server that does not have it answers 400. Default: that of the key, in headers alone.
   */
  readonly policy?: string | undefined
}

/** A token, as names of headers and methods are. */
export const headerName = /^[!#$%&'*+.^`|~\w-]+$/
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/

const headers: Check = [
  `valid header names and values in ${anObject[0]}`,
  (value) =>
    anObject[1](value) &&
    Object.entries(Object(value)).every(
      ([name, text]) => headerName.test(name) && typeof text === "string" && headerValue.test(text)
    )
]

const policy: Check = ["a policy", (value) => typeof value === "string" && headerValue.test(value)]

/** The check of each option. */
export const callOptions = {
  timeout: aDuration,
  idleTimeout: aDuration,
  eventTimeout: aDuration,
  queueTimeout: aDuration,
  maxRetries: integerFrom(0),
  headers,
  extraQuery: anObject,
  extraBody: anObject,
  policy
} satisfies Checks<CallOptions>

/** No options. */
export const noOptions: CallOptions = {}

/** The options of the current call; what they leave out comes from the client. */
export const CallOptions = Context.Reference<CallOptions>("@leadline/core/client/CallOptions", {
  defaultValue: () => noOptions
})

/** Sets options for every call inside an effect, once they are checked. */
export const setOptions = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  options: CallOptions
): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    checkOptions(options, callOptions)
    return provideOptions(effect, options)
  })

/**
 * Sets options for every call inside an effect: `withOptions(decisions.create(request), { timeout: "20 seconds" })`, or
 * in a pipe `decisions.create(request).pipe(withOptions({ timeout: "20 seconds" }))`. The effect dies with a TypeError
 * for an unknown or invalid option.
 */
export const withOptions: {
  (options: CallOptions): <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  <A, E, R>(effect: Effect.Effect<A, E, R>, options: CallOptions): Effect.Effect<A, E, R>
} = /* @__PURE__ */ Function.dual(2, setOptions)

/** {@link setOptions} for options that were checked. */
export const provideOptions = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  options: CallOptions
): Effect.Effect<A, E, R> =>
  Effect.updateService(effect, CallOptions, (outer) => mergeOptions(outer, options))

/** Both objects in one; undefined without any. */
const joined = <A extends object>(outer: A | undefined, inner: A | undefined): A | undefined =>
  outer === undefined ? inner : { ...outer, ...inner }

/** The inner options over the outer ones; headers, query and fields are joined. */
export const mergeOptions = (outer: CallOptions, inner: CallOptions): CallOptions => ({
  timeout: inner.timeout ?? outer.timeout,
  idleTimeout: inner.idleTimeout ?? outer.idleTimeout,
  eventTimeout: inner.eventTimeout ?? outer.eventTimeout,
  queueTimeout: inner.queueTimeout ?? outer.queueTimeout,
  maxRetries: inner.maxRetries ?? outer.maxRetries,
  headers: joined(outer.headers, inner.headers),
  extraQuery: joined(outer.extraQuery, inner.extraQuery),
  extraBody: joined(outer.extraBody, inner.extraBody),
  policy: inner.policy ?? outer.policy
})
