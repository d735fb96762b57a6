// Limits concurrent requests per key group.
import * as Effect from "effect/Effect"
import { ServerSettings } from "../ServerSettings.ts"

/** The requests of all groups that are under way. */
export interface ConcurrencyLimit {
  /** Concurrent requests of one group. */
  readonly most: number
  /** Counts a request; false: the group has as many as it may. */
  readonly take: (group: string) => boolean
  /** Gives back what {@link take} counted. */
  readonly release: (group: string) => void
}

/** Makes a {@link ConcurrencyLimit} of the size in the settings. */
export const makeConcurrencyLimit: Effect.Effect<ConcurrencyLimit> = Effect.map(
  ServerSettings,
  ({ concurrency }) => {
    const counts = new Map<string, number>()
    return {
      most: concurrency,
      take: (group) => {
        const count = counts.get(group) ?? 0
        if (count >= concurrency) return false
        counts.set(group, count + 1)
        return true
      },
      release: (group) => {
        const count = (counts.get(group) ?? 0) - 1
        if (count > 0) counts.set(group, count)
        else counts.delete(group)
      }
    }
  }
)
