// Ends a text at the first of some sequences, also where it comes in pieces.

/** A text that ends at a sequence. */
export interface Stopping {
  /** Takes the next piece, and gives what cannot be the beginning of a sequence any more. */
  readonly push: (piece: string) => string
  /** What was held back, at the end. */
  readonly rest: () => string
}

/** Ends a text before the first of the sequences. Without any it is passed on as it comes. */
export const stopAt = (sequences: ReadonlyArray<string>): Stopping => {
  const longest = Math.max(1, ...sequences.map(({ length }) => length))
  let held = ""
  let isOver = false
  return {
    push: (piece) => {
      if (isOver) return ""
      const text = held + piece
      const ends = sequences.map((one) => text.indexOf(one)).filter((at) => at >= 0)
      isOver = ends.length > 0
      const end = isOver ? Math.min(...ends) : Math.max(0, text.length - longest + 1)
      held = isOver ? "" : text.slice(end)
      return text.slice(0, end)
    },
    rest: () => held
  }
}
