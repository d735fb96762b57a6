// Limits concurrent requests per key group, and knows which groups have many.
import * as Effect from "effect/Effect"
import { ServerSettings } from "../ServerSettings.ts"

// Assumed: ours.
/** Concurrent requests that count as few, however many other groups have. */
const few = 4

/** Requests in progress, of all groups. */
export interface ConcurrencyLimit {
  /** Concurrent requests of one group. */
  readonly most: number
  /** Counts a request; false: the group has as many as it may. */
  readonly take: (group: string) => boolean
  /** Gives back what {@link take} counted. */
  readonly release: (group: string) => void
  /** Whether a group has more than a few requests in progress, and at least as many as groups have on average. */
  readonly hasMany: (group: string) => boolean
}

/** Makes a {@link ConcurrencyLimit} of the size in the settings. */
export const makeConcurrencyLimit: Effect.Effect<ConcurrencyLimit> = Effect.map(
  ServerSettings,
  ({ concurrency }) => {
    const counts = new Map<string, number>()
    let total = 0
    return {
      most: concurrency,
      take: (group) => {
        const count = counts.get(group) ?? 0
        if (count >= concurrency) return false
        counts.set(group, count + 1)
        total++
        return true
      },
      release: (group) => {
        total--
        const count = (counts.get(group) ?? 0) - 1
        if (count > 0) counts.set(group, count)
        else counts.delete(group)
      },
      hasMany: (group) => {
        const count = counts.get(group) ?? 0
        return count > few && count * counts.size >= total
      }
    }
  }
)
