// Light stemming: brings the forms of one English word together.
const suffixes: ReadonlyArray<readonly [string, string, number]> = [
  ["ization", "", 4],
  ["isation", "", 4],
  ["ations", "", 4],
  ["ation", "", 4],
  ["ments", "", 4],
  ["ment", "", 4],
  ["ness", "", 4],
  ["ously", "", 4],
  ["ingly", "", 4],
  ["ings", "", 3],
  ["ing", "", 3],
  ["edly", "", 3],
  ["iers", "y", 3],
  ["ied", "y", 3],
  ["ies", "y", 3],
  ["ions", "", 4],
  ["ion", "", 4],
  ["ers", "", 4],
  ["ors", "", 4],
  ["ed", "", 3],
  ["es", "", 3],
  ["er", "", 4],
  ["or", "", 4],
  ["ly", "", 3],
  ["s", "", 3],
  ["al", "", 4]
]

/** The stem of a lower-case word. Strips common suffixes; other words come back unchanged. */
export const stem = (word: string): string => {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word
  let base = word.endsWith("'s") ? word.slice(0, -2) : word
  for (const [suffix, ending, least] of suffixes) {
    if (
      base.endsWith(suffix) &&
      base.length - suffix.length >= least &&
      !(suffix === "s" && base.endsWith("ss"))
    ) {
      base = base.slice(0, -suffix.length) + ending
      break
    }
  }
  if (base.length > 4 && /([bdfgklmnprt])\1$/.test(base)) base = base.slice(0, -1)
  if (base.length > 3 && base.endsWith("e")) base = base.slice(0, -1)
  if (base.length > 3 && base.endsWith("y")) base = base.slice(0, -1) + "i"
  return base
}
