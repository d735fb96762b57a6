// A stable merge sort that can pause, for lists that would block the event loop.
import type { CooperativeTask } from "./timeSlicer.ts"

/** Entries that are sorted or merged without a pause. */
const runLength = 256

const mergeSorted = function* <A>(
  left: ReadonlyArray<A>,
  right: ReadonlyArray<A>,
  compare: (a: A, b: A) => number
): CooperativeTask<ReadonlyArray<A>> {
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
    if (all.length % runLength === 0) yield runLength / 8
  }
  yield (left.length + right.length - all.length) / 64
  return all.concat(left.slice(l), right.slice(r))
}

/** Sorts entries with pauses. The sort is stable. */
export const sortCooperatively = function* <A>(
  entries: ReadonlyArray<A>,
  compare: (a: A, b: A) => number
): CooperativeTask<ReadonlyArray<A>> {
  if (entries.length <= runLength) return entries.toSorted(compare)
  const middle = Math.ceil(entries.length / 2)
  const left = yield* sortCooperatively(entries.slice(0, middle), compare)
  const right = yield* sortCooperatively(entries.slice(middle), compare)
  return yield* mergeSorted(left, right, compare)
}
