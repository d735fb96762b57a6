// A fair queue: groups get equal shares of the time, whatever each has waiting. Pure: callers say what work has cost.
import { savedTime } from "./limits.ts"

interface Lane<A> {
  /** The time of the group: what its work has cost, in milliseconds. It does not fall far behind that of the queue. */
  time: number
  readonly waiting: Set<A>
}

/** Entries of groups. The next is the oldest of the group that got the least so far. */
export class FairQueue<A> {
  readonly #lanes = new Map<string, Lane<A>>()
  /** The time of the group that is furthest among those served. */
  #time = 0
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Adds an entry, and charges its group for the work that came before it. */
  add(group: string, entry: A, cost: number): void {
    this.#charge(group, cost).waiting.add(entry)
    this.#size++
  }

  /** Charges a group for work that is done. */
  charge(group: string, cost: number): void {
    this.#charge(group, cost)
  }

  #charge(group: string, cost: number): Lane<A> {
    const earliest = this.#time - savedTime
    const lane = this.#lanes.get(group) ?? { time: earliest, waiting: new Set() }
    this.#lanes.set(group, lane)
    if (lane.waiting.size === 0) lane.time = Math.max(lane.time, earliest)
    lane.time += cost
    return lane
  }

  /** Is there an entry of a group that may have one? */
  has(isAllowed: (group: string) => boolean): boolean {
    return Array.from(this.#lanes).some(([group, { waiting }]) => waiting.size > 0 && isAllowed(group))
  }

  /** Removes and returns the next entry of the groups that may have one. Default: all. */
  take(isAllowed: (group: string) => boolean = () => true): A | undefined {
    let next: Lane<A> | undefined
    for (const [group, lane] of this.#lanes) {
      if (lane.waiting.size > 0) {
        if (!isAllowed(group)) continue
        if (next === undefined || lane.time < next.time) next = lane
      } else if (lane.time <= this.#time - savedTime) this.#lanes.delete(group)
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
