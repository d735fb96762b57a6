// What may differ from call to call, set by both faces and read by Send.
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** Options of one call, or of all calls of a client. */
export interface CallOptions {
  /**
   * Total time over all attempts, waits and bodies. Milliseconds, or as "20 seconds". Default 75 s; a stream has 60 s
   * to the head of its answer and then no end of its own.
   */
  readonly timeout?: Duration.Input | undefined
  /** Time without a byte in a stream; heartbeats count. Default 60 s. */
  readonly idleTimeout?: Duration.Input | undefined
  /** Time without an event in a stream; heartbeats do not count. Default 300 s. */
  readonly eventTimeout?: Duration.Input | undefined
  /** Attempts after the first. Default 2. */
  readonly maxRetries?: number | undefined
  /** Further request headers. Those the client sets itself win. */
  readonly headers?: { readonly [name: string]: string } | undefined
}

/** Options that set nothing. */
export const noOptions: CallOptions = {}

/** The options of the call at hand; what is not set comes from the client. */
export const CallOptions = Context.Reference<CallOptions>("@leadline/core/http/CallOptions", {
  defaultValue: () => noOptions
})

/** Sets options for every call inside an effect: `withOptions(decisions.create(request), { timeout: "20 seconds" })`. */
export const withOptions = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  options: CallOptions
): Effect.Effect<A, E, R> =>
  Effect.updateService(effect, CallOptions, (outer) => mergeOptions(outer, options))

/** The inner options over the outer ones; headers are joined. */
export const mergeOptions = (outer: CallOptions, inner: CallOptions): CallOptions =>
  inner === noOptions
    ? outer
    : {
        timeout: inner.timeout ?? outer.timeout,
        idleTimeout: inner.idleTimeout ?? outer.idleTimeout,
        eventTimeout: inner.eventTimeout ?? outer.eventTimeout,
        maxRetries: inner.maxRetries ?? outer.maxRetries,
        headers: { ...outer.headers, ...inner.headers }
      }
