// Keeps the k best of many values, in a heap.

/** A value with its score. */
interface Scored<A> {
  readonly score: number
  readonly value: A
  /** Number of values offered before it: of equal scores, the first one wins. */
  readonly order: number
}

const isWorse = <A>(left: Scored<A>, right: Scored<A>): boolean =>
  left.score < right.score || (left.score === right.score && left.order > right.order)

/** Makes a collector of the `most` best values that it is offered. */
export const makeTopK = <A>(most: number) => {
  const heap: Array<Scored<A>> = []
  let offered = 0
  const at = (index: number): Scored<A> => heap[index] as Scored<A>
  const swap = (left: number, right: number): void => {
    const before = at(left)
    heap[left] = at(right)
    heap[right] = before
  }
  const rise = (from: number): void => {
    for (let index = from; index > 0;) {
      const parent = (index - 1) >> 1
      if (!isWorse(at(index), at(parent))) return
      swap(index, parent)
      index = parent
    }
  }
  const sink = (): void => {
    for (let index = 0; ;) {
      let least = index
      for (const child of [2 * index + 1, 2 * index + 2])
        if (child < heap.length && isWorse(at(child), at(least))) least = child
      if (least === index) return
      swap(index, least)
      index = least
    }
  }
  return {
    /** A value must score above this to be kept. */
    least: (): number => (heap.length < most ? Number.NEGATIVE_INFINITY : at(0).score),
    offer: (score: number, value: A): void => {
      const scored: Scored<A> = { score, value, order: offered++ }
      if (heap.length < most) {
        heap.push(scored)
        rise(heap.length - 1)
      } else if (isWorse(at(0), scored)) {
        heap[0] = scored
        sink()
      }
    },
    /** The kept values, best first. */
    sorted: (): ReadonlyArray<{ readonly score: number; readonly value: A }> =>
      heap.toSorted((left, right) => right.score - left.score || left.order - right.order)
  }
}
