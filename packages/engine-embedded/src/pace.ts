// Keeps work in short slices, so that a large request does not hold up the process.
import { yieldFairly } from "@leadline/core/scheduling"
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
    spend: (units) => (isFull(units) ? yieldFairly : Effect.void),
    run: Effect.fnUntraced(function* <A>(steps: Steps<A>) {
      for (;;) {
        const step = steps.next()
        if (step.done === true) return step.value
        if (isFull(step.value)) yield* yieldFairly
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

/** Entries sorted together before they are merged, and merged before others may run. */
const run = 256

const merged = function* <A>(
  left: ReadonlyArray<A>,
  right: ReadonlyArray<A>,
  compare: (a: A, b: A) => number
): Steps<ReadonlyArray<A>> {
  const all: Array<A> = []
  let [l, r] = [0, 0]
  while (l < left.length && r < right.length) {
    const [a, b] = [left[l], right[r]] as [A, A]
    if (compare(a, b) <= 0) {
      all.push(a)
      l++
    } else {
      all.push(b)
      r++
    }
    if (all.length % run === 0) yield run / 8
  }
  yield (left.length + right.length - all.length) / 64
  return all.concat(left.slice(l), right.slice(r))
}

/** Sorts many entries in steps. Equal ones stay in their order. */
export const sorted = function* <A>(
  entries: ReadonlyArray<A>,
  compare: (a: A, b: A) => number
): Steps<ReadonlyArray<A>> {
  if (entries.length <= run) return entries.toSorted(compare)
  const middle = Math.ceil(entries.length / 2)
  const left = yield* sorted(entries.slice(0, middle), compare)
  const right = yield* sorted(entries.slice(middle), compare)
  return yield* merged(left, right, compare)
}
