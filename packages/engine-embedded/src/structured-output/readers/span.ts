// A value with its place in a text.

/** A value and where it stands: UTF-16 positions, end exclusive. */
export interface Span<A> {
  readonly value: A
  readonly start: number
  readonly end: number
}

/** The value of a match of a pattern, with the place of the match. */
export const spanAt = <A>(match: RegExpExecArray, value: A): Span<A> => ({
  value,
  start: match.index,
  end: match.index + match[0].length
})

/** Do two spans share a character? */
export const overlaps = (left: Span<unknown>, right: Span<unknown>): boolean =>
  left.start < right.end && right.start < left.end
