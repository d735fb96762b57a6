// Cooperative scheduling: long work runs in short slices, so that a large request does not block the event loop.
import { yieldFairly } from "@leadline/core/internal"
import * as Effect from "effect/Effect"

/**
 * Work that can pause: a generator that yields the cost of each step, in units of {@link TimeSlicer}, and returns the
 * result.
 */
export type CooperativeTask<A> = Generator<number, A, void>

/** Counts work and yields to the event loop when a slice is full. One unit is about a microsecond. */
export interface TimeSlicer {
  /** Counts work that is done, and yields to the event loop when the slice is full. */
  readonly spend: (units: number) => Effect.Effect<void>
  /** Runs a task, and yields to the event loop whenever a slice is full. */
  readonly run: <A>(steps: CooperativeTask<A>) => Effect.Effect<A>
}

const sliceUnits = 1_000

/** A slicer for one request. It counts work instead of reading a clock, so that a request always runs the same way. */
export const makeTimeSlicer = (): TimeSlicer => {
  let spent = 0
  const fillsSlice = (units: number): boolean => {
    spent += units
    if (spent < sliceUnits) return false
    spent = 0
    return true
  }
  return {
    spend: (units) => (fillsSlice(units) ? yieldFairly : Effect.void),
    run: Effect.fnUntraced(function* <A>(steps: CooperativeTask<A>) {
      for (;;) {
        const step = steps.next()
        if (step.done === true) return step.value
        if (fillsSlice(step.value)) yield* yieldFairly
      }
    })
  }
}

/** Runs a task without pausing. Only for work that is known to be short. */
export const runSync = <A>(steps: CooperativeTask<A>): A => {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
