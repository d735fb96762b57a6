// A memory for what was learned a moment ago.
import { makeEvictionCursor } from "./evictionCursor.ts"

interface Entry<A> {
  readonly value: A
  readonly at: bigint
  readonly stamp: number
}

/** What is remembered of names: for less than a second, while the stamp is the same, and not of too many. */
export interface TtlCache<A> {
  readonly get: (name: string, now: bigint, stamp: number) => A | undefined
  /** `at` is a moment before the value was learned. */
  readonly put: (name: string, value: A, at: bigint, stamp: number) => void
  readonly size: () => number
}

const second = 1_000_000_000n

/** Remembers at most so many names; the oldest is forgotten first. Times are nanoseconds of a monotonic clock. */
export const makeTtlCache = <A>(most: number): TtlCache<A> => {
  const entries = new Map<string, Entry<A>>()
  const oldest = makeEvictionCursor(entries)
  return {
    get: (name, now, stamp) => {
      const entry = entries.get(name)
      if (entry === undefined) return undefined
      if (entry.stamp === stamp && now - entry.at < second) return entry.value
      entries.delete(name)
      return undefined
    },
    put: (name, value, at, stamp) => {
      if (!entries.delete(name) && entries.size >= most) entries.delete(oldest() ?? name)
      entries.set(name, { value, at, stamp })
    },
    size: () => entries.size
  }
}
