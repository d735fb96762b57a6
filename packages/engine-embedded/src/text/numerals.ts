// Parses numbers in digits, with English or continental European separators, and single number words.

const belowTwenty =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen " +
  "eighteen nineteen"
const tens = "twenty thirty forty fifty sixty seventy eighty ninety"

/** Values of English number words. */
export const numberWords: ReadonlyMap<string, number> = new Map([
  ...belowTwenty.split(" ").map((word, value): [string, number] => [word, value]),
  ...tens.split(" ").map((word, at): [string, number] => [word, 20 + 10 * at]),
  ["hundred", 100],
  ["thousand", 1e3],
  ["million", 1e6],
  ["half", 0.5],
  ["dozen", 12],
  ["once", 1],
  ["single", 1],
  ["twice", 2]
])

/** Is a text in digits a year of the last or of this century? */
export const isYear = (text = ""): boolean => /^(?:19|20)\d\d$/.test(text)

const grouped = (text: string, separator: string): boolean => {
  const [first = "", ...groups] = text.split(separator)
  return first.length <= 3 && groups.every((group) => group.length === 3)
}

/**
 * The value of a number in digits: "1,234.5" and "1.234,5" are 1234.5, "12,5" is 12.5. `undefined` for what is no single
 * number, such as "1.2.3". "1.234" is read in the English way, as little more than 1.
 */
export const parseNumeral = (text: string): number | undefined => {
  const plain = text.replaceAll("'", "")
  const [comma, point] = [plain.lastIndexOf(","), plain.lastIndexOf(".")]
  const points = plain.split(".").length - 1
  const commas = plain.split(",").length - 1
  if (comma >= 0 && point >= 0) {
    const [thousands, decimal, parts] = comma > point ? [".", ",", commas] : [",", ".", points]
    const [whole = "", rest = ""] = plain.split(decimal)
    if (parts > 1 || !grouped(whole, thousands)) return undefined
    return Number(`${whole.replaceAll(thousands, "")}.${rest}`)
  }
  if (comma >= 0) {
    if (grouped(plain, ",")) return Number(plain.replaceAll(",", ""))
    return commas === 1 ? Number(plain.replace(",", ".")) : undefined
  }
  // Hardly anything has three decimals that are zeros: "42.000" is continental.
  if (/^[1-9]\d{0,2}\.000$/.test(plain)) return Number(plain) * 1_000
  if (points <= 1) return Number(plain)
  return grouped(plain, ".") ? Number(plain.replaceAll(".", "")) : undefined
}
