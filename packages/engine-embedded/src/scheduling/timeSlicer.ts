// Keeps work in short slices, so that a large request does not hold up the process.
import { turn } from "@leadline/core/turns"
import * as Effect from "effect/Effect"

/** Work in steps: gives what each step cost, in units of {@link TimeSlicer}, and returns what came of it. */
export type CooperativeTask<A> = Generator<number, A, void>

/** Counts work. One unit is about a microsecond. */
export interface TimeSlicer {
  /** Adds to the work done; lets other work run when a slice is full. */
  readonly spend: (units: number) => Effect.Effect<void>
  /** Takes steps, and lets other work run whenever a slice is full. */
  readonly run: <A>(steps: CooperativeTask<A>) => Effect.Effect<A>
}

const sliceUnits = 1_000

/** A counter for one request. Work is counted, not timed, so that a request runs the same way every time. */
export const makeTimeSlicer = (): TimeSlicer => {
  let spent = 0
  const fillsSlice = (units: number): boolean => {
    spent += units
    if (spent < sliceUnits) return false
    spent = 0
    return true
  }
  return {
    spend: (units) => (fillsSlice(units) ? turn : Effect.void),
    run: Effect.fnUntraced(function* <A>(steps: CooperativeTask<A>) {
      for (;;) {
        const step = steps.next()
        if (step.done === true) return step.value
        if (fillsSlice(step.value)) yield* turn
      }
    })
  }
}

/** Takes all steps at once: for work that is known to be short. */
export const runSync = <A>(steps: CooperativeTask<A>): A => {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
