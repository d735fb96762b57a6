// Keeps work in short slices, so that a large request does not hold up the process.
import { turn } from "@leadline/core/turns"
import * as Effect from "effect/Effect"

/** Work in steps: gives what each step cost, in units of {@link Pace}, and returns what came of it. */
export type Steps<A> = Generator<number, A, void>

/** Counts work. One unit is about a microsecond. */
export interface Pace {
  /** Adds to the work done; lets other work run when a slice is full. */
  readonly spend: (units: number) => Effect.Effect<void>
  /** Takes steps, and lets other work run whenever a slice is full. */
  readonly run: <A>(steps: Steps<A>) => Effect.Effect<A>
}

const slice = 1_000

/** A counter for one request. Work is counted, not timed, so that a request runs the same way every time. */
export const makePace = (): Pace => {
  let spent = 0
  const isFull = (units: number): boolean => {
    spent += units
    if (spent < slice) return false
    spent = 0
    return true
  }
  return {
    spend: (units) => (isFull(units) ? turn : Effect.void),
    run: Effect.fnUntraced(function* <A>(steps: Steps<A>) {
      for (;;) {
        const step = steps.next()
        if (step.done === true) return step.value
        if (isFull(step.value)) yield* turn
      }
    })
  }
}

/** Takes all steps at once: for work that is known to be short. */
export const atOnce = <A>(steps: Steps<A>): A => {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
