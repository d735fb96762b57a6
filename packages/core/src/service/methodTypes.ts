// The two carriers of one interface: every method is written once and read as Effect or as promise.
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"

/** How an answer comes that could be streamed. */
export interface Collect {
  /**
   * Streams beneath and answers whole: bytes keep flowing where an edge would cut a connection that is quiet for a
   * minute. The answer is checked like any other; a stream that is cut is a StreamTruncatedError. Default false.
   */
  readonly collect?: boolean | undefined
}

/** What a carrier must say: how a call, a stream and the trailing arguments look. */
export interface Face {
  /** What a call succeeds with; filled in by each method. */
  readonly A: unknown
  /** What a call fails with; filled in by each method. */
  readonly E: unknown
  /** How one answer comes. */
  readonly call: unknown
  /** How events come. */
  readonly stream: unknown
  /** How items of a list come, over all its pages. */
  readonly each: unknown
  /** What may stand behind the request. */
  readonly rest: ReadonlyArray<unknown>
  /** The same for a method that can stream beneath. */
  readonly collects: ReadonlyArray<unknown>
}

/** The result of one call under a carrier. */
export type Call<F extends Face, A, E> = (F & { readonly A: A; readonly E: E })["call"]

/** The events of one call under a carrier. */
export type Streaming<F extends Face, A, E> = (F & { readonly A: A; readonly E: E })["stream"]

/** The items of a list, one after the other, under a carrier. */
export type Each<F extends Face, A, E> = (F & { readonly A: A; readonly E: E })["each"]

/** The carrier of Effect programs: failures are typed, nothing runs until it is run. */
export interface EffectFace extends Face {
  readonly call: Effect.Effect<this["A"], this["E"]>
  readonly stream: Effect.Effect<Stream.Stream<this["A"], this["E"]>, this["E"]>
  readonly each: Stream.Stream<this["A"], this["E"]>
  readonly rest: []
  readonly collects: [options?: Collect]
}
