// The types of service methods: each method is written once, and read with Effects or with promises.
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"

/** Options of a method that can also stream. */
export interface ViaStreamOptions {
  /**
   * Requests a stream and collects its events into the response, so that no gateway closes a connection that is silent
   * for a minute. The response is checked like any other; a truncated stream is a StreamTruncatedError. Default false.
   */
  readonly viaStream?: boolean | undefined
}

/** What the results and the trailing arguments of methods are. `EffectMethodTypes` and `PromiseMethodTypes` say it. */
export interface MethodTypes {
  /** The success of a method; each method fills it in. */
  readonly A: unknown
  /** The failure of a method; each method fills it in. */
  readonly E: unknown
  /** The result of a method with one response. */
  readonly call: unknown
  /** The result of a method that streams. */
  readonly stream: unknown
  /** The result of a method that lists the items of all pages. */
  readonly items: unknown
  /** The arguments after the request. */
  readonly options: ReadonlyArray<unknown>
  /** Options of the method's own; each method fills them in. */
  readonly O: unknown
  /** The arguments after the request of a method with options of its own. */
  readonly optionsWith: ReadonlyArray<unknown>
}

/** The result of a method with one response. */
export type CallResult<T extends MethodTypes, A, E> = (T & { readonly A: A; readonly E: E })["call"]

/** The result of a method that streams. */
export type StreamResult<T extends MethodTypes, A, E> = (T & { readonly A: A; readonly E: E })["stream"]

/** The result of a method that lists the items of all pages. */
export type ItemsResult<T extends MethodTypes, A, E> = (T & { readonly A: A; readonly E: E })["items"]

/** The arguments after the request of a method with options of its own. */
export type OptionsWith<T extends MethodTypes, O> = (T & { readonly O: O })["optionsWith"]

/** The methods of an Effect program: failures are typed, and nothing is sent until the effect runs. */
export interface EffectMethodTypes extends MethodTypes {
  readonly call: Effect.Effect<this["A"], this["E"]>
  readonly stream: Effect.Effect<Stream.Stream<this["A"], this["E"]>, this["E"]>
  readonly items: Effect.Effect<Stream.Stream<this["A"], this["E"]>>
  readonly options: []
  readonly optionsWith: [options?: this["O"]]
}
