// Parses numbers in digits, with English or continental European separators, and single number words.

const belowTwenty =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen " +
  "eighteen nineteen"
const tens = "twenty thirty forty fifty sixty seventy eighty ninety"

/** Values of English number words. */
export const numberWords: ReadonlyMap<string, number> = new Map([
  ...belowTwenty.split(" ").map((word, value): [string, number] => [word, value]),
  ...tens.split(" ").map((word, at): [string, number] => [word, 20 + 10 * at]),
  ...Object.entries({ hundred: 100, thousand: 1e3, million: 1e6, dozen: 12 }),
  ...Object.entries({ half: 0.5, once: 1, single: 1, twice: 2 })
])

/** Is a text in digits a year of the last or of this century? */
export const isYear = (text = ""): boolean => /^(?:19|20)\d\d$/.test(text)

/**
 * The value of a number in digits: "1,234.5" and "1.234,5" are 1234.5, "12,5" is 12.5. `undefined` for what is no single
 * number, such as "1.2.3". "1.234" is read in the English way, as little more than 1.
 */
export const parseNumeral = (text: string): number | undefined => {
  const plain = text.replaceAll("'", "")
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(plain)) return Number(plain.replaceAll(",", ""))
  // Hardly anything has three decimals that are zeros: "42.000" is continental.
  if (/^(?:\d{1,3}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})|[1-9]\d{0,2}\.000)$/.test(plain))
    return Number(plain.replaceAll(".", "").replace(",", "."))
  return /^\d+(?:[.,]\d+)?$/.test(plain) ? Number(plain.replace(",", ".")) : undefined
}
