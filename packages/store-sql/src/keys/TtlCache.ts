// A bounded cache whose entries live for a second, or until the data they were read from changes.
import { makeEvictionCursor } from "./evictionCursor.ts"

interface Entry<A> {
  readonly value: A
  readonly readAt: bigint
  readonly version: number
}

/** Values by name. Times are nanoseconds of a monotonic clock; a version identifies the state of the data. */
export interface TtlCache<A> {
  /** The value, unless it is a second old or was read from another version. */
  readonly get: (name: string, now: bigint, version: number) => A | undefined
  /** `readAt` is a time before the value was read. */
  readonly put: (name: string, value: A, readAt: bigint, version: number) => void
  readonly size: () => number
}

const second = 1_000_000_000n

/** A cache of at most `capacity` entries; the oldest is evicted first. */
export const makeTtlCache = <A>(capacity: number): TtlCache<A> => {
  const entries = new Map<string, Entry<A>>()
  const oldest = makeEvictionCursor(entries)
  return {
    get: (name, now, version) => {
      const entry = entries.get(name)
      if (entry === undefined) return undefined
      if (entry.version === version && now - entry.readAt < second) return entry.value
      entries.delete(name)
      return undefined
    },
    put: (name, value, readAt, version) => {
      if (!entries.delete(name) && entries.size >= capacity) entries.delete(oldest() ?? name)
      entries.set(name, { value, readAt, version })
    },
    size: () => entries.size
  }
}
