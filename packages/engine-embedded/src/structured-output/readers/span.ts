// Spans: values with their position in a text.

/** A value with its position in a text, in UTF-16 units, end exclusive. */
export interface Span<A> {
  readonly value: A
  readonly start: number
  readonly end: number
}

/** A value at the position of a pattern match. */
export const spanAt = <A>(match: RegExpExecArray, value: A): Span<A> => ({
  value,
  start: match.index,
  end: match.index + match[0].length
})

/** Do two spans share a character? */
export const overlaps = (left: Span<unknown>, right: Span<unknown>): boolean =>
  left.start < right.end && right.start < left.end
