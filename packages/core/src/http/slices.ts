// Long work in slices: others are served between them.
// Source: none; Assumed: ours.
import * as Effect from "effect/Effect"

/** Work that pauses at each `yield` and returns its result. */
export type Slices<A> = Generator<undefined, A>

/** Assumed: ours. What a slice may walk through, in bytes or characters: some milliseconds. */
export const slice = 262_144

/** Does the work, and lets others run at each of its pauses. */
export const inSlices = <A>(work: Slices<A>): Effect.Effect<A> =>
  Effect.gen(function* () {
    while (true) {
      const { done, value } = work.next()
      if (done === true) return value
      yield* Effect.yieldNow
    }
  })
