// Bytes of memory that key groups share: none can take them all.

/** A budget of bytes. */
export interface MemoryBudget {
  /** Whether {@link take} would give a group so many bytes. */
  readonly fits: (group: string, bytes: number) => boolean
  /** Takes bytes for a group; false: not so many are left for it, and nothing is taken. */
  readonly take: (group: string, bytes: number) => boolean
  /** Gives back what {@link take} took. */
  readonly release: (group: string, bytes: number) => void
  /** Bytes that all groups hold. */
  readonly held: () => number
}

/**
 * Makes a budget. A group may hold as many bytes as are left when it has them: one alone holds half of all at most, of
 * two each a third, and of n each 1/(n + 1). So as much is always left for one more, and when bytes are short the group
 * that holds many is refused before one that holds few.
 */
export const makeMemoryBudget = (total: number): MemoryBudget => {
  const groups = new Map<string, number>()
  let left = total
  const fits = (group: string, bytes: number): boolean => (groups.get(group) ?? 0) + bytes <= left - bytes
  return {
    fits,
    take: (group, bytes) => {
      if (!fits(group, bytes)) return false
      left -= bytes
      groups.set(group, (groups.get(group) ?? 0) + bytes)
      return true
    },
    release: (group, bytes) => {
      left += bytes
      const held = (groups.get(group) ?? 0) - bytes
      if (held > 0) groups.set(group, held)
      else groups.delete(group)
    },
    held: () => total - left
  }
}
