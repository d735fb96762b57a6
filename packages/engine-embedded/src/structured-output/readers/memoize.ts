// Memoizes readers by text: all fields of a schema are read from the same texts.

/** Texts that one reader caches, at most, and the longest text that is cached, in characters. */
const maxTexts = 256
const maxLength = 600

const memories: Array<Map<string, unknown>> = []

/** Empties the caches of all readers. Called after each schema: a cached sentence can keep its whole text in memory. */
export const clearMemoized = (): void => {
  for (const memory of memories) memory.clear()
}

/** A reader that caches its results for short texts. The cache is emptied when it is full. */
export const memoize = <A>(read: (text: string) => A): ((text: string) => A) => {
  const known = new Map<string, A>()
  memories.push(known)
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const value = read(text)
    if (text.length > maxLength) return value
    if (known.size >= maxTexts) known.clear()
    known.set(text, value)
    return value
  }
}
