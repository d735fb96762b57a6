// Finds the oldest key of a map, for caches that evict it when they are full.

/**
 * Returns a function that gives the map's oldest key, for the caller to delete; undefined when the map is empty. One
 * iterator continues where it stopped: a new one each time would walk all gaps that deleted entries leave at the front.
 */
export const makeEvictionCursor = <K>(entries: ReadonlyMap<K, unknown>): (() => K | undefined) => {
  let iterator = entries.keys()
  return () => {
    const { done, value } = iterator.next()
    if (done !== true) return value
    iterator = entries.keys()
    return iterator.next().value
  }
}
