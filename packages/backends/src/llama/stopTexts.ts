// Ends an answer before the texts at which its request stops it. Pure.

/** Where to cut a text, not inside a pair of UTF-16 units. */
const cutAt = (text: string, at: number): number => {
  const unit = text.charCodeAt(at)
  return at > 0 && unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at
}

/** Makes a filter of one answer: it holds back what may be the beginning of a text that ends it. */
export const makeStopFilter = (texts: ReadonlyArray<string>) => {
  const stops = texts.filter((text) => text !== "")
  const held = Math.max(0, ...stops.map(({ length }) => length - 1))
  let pending = ""
  let isOver = false
  const give = (length: number): string => {
    const given = pending.slice(0, length)
    pending = pending.slice(length)
    return given
  }
  return {
    /** Takes more of the answer, and gives what is certainly part of it. */
    add: (text: string): string => {
      pending += text
      const ends = stops.map((stop) => pending.indexOf(stop)).filter((at) => at !== -1)
      if (ends.length === 0) return give(cutAt(pending, Math.max(0, pending.length - held)))
      isOver = true
      pending = pending.slice(0, Math.min(...ends))
      return give(pending.length)
    },
    isOver: () => isOver,
    /** The rest of an answer that ended by itself. */
    rest: (): string => give(pending.length)
  }
}
