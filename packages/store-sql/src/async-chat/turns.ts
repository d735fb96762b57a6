// Turns of the key groups with waiting requests, for one worker.

/** The turns of a worker: groups in rotation, each with a share of the worker's places. */
export interface Turns {
  /** The group that was served last; empty: the rotation starts again. */
  last: string
  /** Takes a place for a group, and makes it the last one; false: it has as many as it may. */
  readonly take: (group: string) => boolean
  /** Gives a place back. */
  readonly release: (group: string) => void
}

/**
 * Turns over so many places. A group never takes more than half of those that others have left: some are free when the
 * next group comes, however long the requests of the first ones run.
 */
export const makeTurns = (places: number): Turns => {
  const held = new Map<string, number>()
  let free = places
  const turns: Turns = {
    last: "",
    take: (group) => {
      const count = held.get(group) ?? 0
      if (count >= free) return false
      held.set(group, count + 1)
      free--
      turns.last = group
      return true
    },
    release: (group) => {
      const count = (held.get(group) ?? 0) - 1
      if (count > 0) held.set(group, count)
      else held.delete(group)
      free++
    }
  }
  return turns
}
