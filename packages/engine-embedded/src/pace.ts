// Keeps work in short slices, so that a large request does not hold up the process.
import * as Effect from "effect/Effect"

/** Counts work. One unit is about a microsecond. */
export interface Pace {
  /** Adds to the work done; lets other work run when a slice is full. */
  readonly spend: (units: number) => Effect.Effect<void>
}

const slice = 2_000

/** A counter for one request. Work is counted, not timed, so that a request runs the same way every time. */
export const makePace = (): Pace => {
  let spent = 0
  return {
    spend: (units) => {
      spent += units
      if (spent < slice) return Effect.void
      spent = 0
      return Effect.yieldNow
    }
  }
}
