// A fair queue: groups get equal shares of the time, whatever each has waiting. Pure: callers say what work has cost.

interface Lane<A> {
  /** The time of the group: the sum of what its work has cost, moved up to the time of the queue after a pause. */
  time: number
  readonly waiting: Set<A>
}

/** Entries of groups. The next is the oldest of the group that got the least so far. */
export class FairQueue<A> {
  readonly #lanes = new Map<string, Lane<A>>()
  /** The time of the group that was served last. A group that comes back starts here: a pause earns nothing. */
  #time = 0
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Adds an entry, and charges its group for the work that came before it. */
  add(group: string, entry: A, cost: number): void {
    let lane = this.#lanes.get(group)
    if (lane === undefined) {
      lane = { time: this.#time, waiting: new Set() }
      this.#lanes.set(group, lane)
    }
    if (lane.waiting.size === 0) lane.time = Math.max(lane.time, this.#time)
    lane.time += cost
    lane.waiting.add(entry)
    this.#size++
  }

  /** Removes and returns the next entry. */
  take(): A | undefined {
    let next: Lane<A> | undefined
    for (const [group, lane] of this.#lanes) {
      if (lane.waiting.size > 0) {
        if (next === undefined || lane.time < next.time) next = lane
      } else if (lane.time <= this.#time) this.#lanes.delete(group)
    }
    if (next === undefined) return undefined
    this.#time = Math.max(this.#time, next.time)
    const [entry] = next.waiting
    if (entry !== undefined && next.waiting.delete(entry)) this.#size--
    return entry
  }

  /** Removes an entry that no longer waits. */
  remove(group: string, entry: A): void {
    if (this.#lanes.get(group)?.waiting.delete(entry) === true) this.#size--
  }
}
