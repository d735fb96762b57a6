// A value and the JSON text it was parsed from, which may stand for it in another answer.

/** A text of JSON and its value. */
export interface Written {
  readonly value: unknown
  readonly text: string
  /** Commas and colons of the text outside strings. */
  readonly members: number
}

/** NaN for what no text stands for: every reader takes it as another number, or none. */
const ofNumber = (value: number): number => (Math.abs(value) <= Number.MAX_SAFE_INTEGER ? 0 : NaN)

/** The commas and colons it takes to write a value of JSON; NaN where its text is not to be used. */
const membersOf = (value: unknown): number => {
  if (typeof value === "number") return ofNumber(value)
  if (typeof value !== "object" || value === null) return 0
  let members = 0
  if (Array.isArray(value)) {
    if (value.length > 0) members = value.length - 1
    for (let at = 0; at < value.length; at++) members += membersOf(value[at])
    return members
  }
  const names = Object.keys(value)
  if (names.length > 0) members = 2 * names.length - 1
  for (const name of names) members += membersOf((value as { readonly [name: string]: unknown })[name])
  return members
}

/**
 * Does the text say what the value says, to every reader? Not if a name stands twice in it: then it has more commas and
 * colons than the value takes, of which a parser has kept the last only. Nor with an escape: V8 has read `"\u0022"` as
 * another name where it expected a backslash.
 */
export const isFaithful = ({ members, text, value }: Written): boolean =>
  membersOf(value) === members && !text.includes("\\")

/** A value as JSON: its text, where that is {@link isFaithful}. */
export const textOf = (value: unknown, written: Written | undefined): string =>
  written !== undefined && written.value === value && isFaithful(written)
    ? written.text
    : JSON.stringify(value)
