// Remembers what was read of the last texts: the fields of a schema read the same ones.

/** Texts that are remembered by one reader, and the longest of them, in characters. */
const maxTexts = 256
const maxLength = 600

const memories: Array<Map<string, unknown>> = []

/** Forgets all texts. Parts of a text keep the whole of it in memory, so this is called when a schema is filled. */
export const clearMemoized = (): void => {
  for (const memory of memories) memory.clear()
}

/** A reader that reads a short text once, while it is among the last ones. */
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
