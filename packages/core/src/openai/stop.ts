// Ends a text at the first of some sequences, also where it comes in pieces.

/** A text that ends at a sequence. */
export interface Stopping {
  /** Takes the next piece: `text` is all so far, `ready` what cannot be the beginning of a sequence any more. */
  readonly push: (piece: string) => { readonly text: string; readonly ready: string }
  /** What was held back, at the end. */
  readonly rest: () => string
}

/** Ends a text before the first of the sequences. Without any it is passed on as it comes. */
export const stopAt = (sequences: ReadonlyArray<string>): Stopping => {
  const longest = Math.max(0, ...sequences.map(({ length }) => length))
  let text = ""
  let given = 0
  let isOver = false
  const take = (end: number): string => {
    const ready = text.slice(given, end)
    given = Math.max(given, end)
    return ready
  }
  return {
    push: (piece) => {
      if (isOver) return { text, ready: "" }
      const from = Math.max(0, text.length - longest)
      text += piece
      const ends = sequences.map((one) => text.indexOf(one, from)).filter((at) => at >= 0)
      if (ends.length > 0) {
        isOver = true
        text = text.slice(0, Math.min(...ends))
        return { text, ready: take(text.length) }
      }
      return { text, ready: take(Math.max(given, text.length - Math.max(0, longest - 1))) }
    },
    rest: () => take(text.length)
  }
}
