// The oldest entry of a map, for memories that forget it when they are full.

/**
 * Gives the oldest key of a map; the caller takes it off. One walk goes on where it was: begun anew each time, it would
 * pass all the gaps that deleted entries leave at the front.
 */
export const makeEvictionCursor = <K>(entries: ReadonlyMap<K, unknown>): (() => K | undefined) => {
  let walk = entries.keys()
  return () => {
    const { done, value } = walk.next()
    if (done !== true) return value
    walk = entries.keys()
    return walk.next().value
  }
}
