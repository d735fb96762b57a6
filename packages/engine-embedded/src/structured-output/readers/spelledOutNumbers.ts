// Finds numbers spelled out in words: "twenty-four", "one hundred and five", "two and a half", "drei".
import { numberWords } from "../../text/numerals.ts"
import { type Span, spanAt } from "./span.ts"

const foreign =
  "zwei:2 drei:3 vier:4 fünf:5 sechs:6 sieben:7 acht:8 neun:9 zehn:10 elf:11 zwölf:12 dos:2 tres:3 cuatro:4 cinco:5 " +
  "seis:6 siete:7 ocho:8 nueve:9 diez:10 deux:2 trois:3 quatre:4 cinq:5 sept:7 huit:8 neuf:9 dix:10"

const values: ReadonlyMap<string, number> = new Map([
  ...[...numberWords].filter(([word]) => !["half", "once", "single"].includes(word)),
  ...foreign.split(" ").map((entry) => {
    const [word = "", value = ""] = entry.split(":")
    return [word, Number(value)] as const
  })
])

const word = `(?:${[...values.keys()].toSorted((left, right) => right.length - left.length).join("|")})`
const run = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?:a (?=dozen|hundred|thousand))?${word}(?:(?:[\\s-]+|\\s+and\\s+)${word})*(\\s+and\\s+a\\s+half)?(?![\\p{L}\\p{N}]|-\\p{L})`,
  "giu"
)

/** The value of consecutive number words; `undefined` when they are not one number, as in "two three". */
const valueOf = (words: ReadonlyArray<string>): number | undefined => {
  let total = 0
  let group = 0
  let last = Infinity
  for (const text of words) {
    const value = values.get(text) ?? 0
    if (value === 1e3 || value === 1e6) {
      total += Math.max(group, 1) * value
      group = 0
    } else if (value === 100 || (value === 12 && words.length > 1 && text === "dozen"))
      group = Math.max(group, 1) * value
    else {
      // Tens may take units, hundreds both.
      if (group > 0 && group % 100 !== 0 && !(last >= 20 && last < 100 && value < 10)) return undefined
      group += value
    }
    last = value
  }
  return total + group
}

/** Numbers spelled out in words. "One" is among them even where it is a pronoun: check what follows it. */
export const findSpelledOutNumbers = (text: string): ReadonlyArray<Span<number> & { readonly word: true }> =>
  Array.from(text.matchAll(run)).flatMap((match) => {
    const words = match[0].toLowerCase().match(/\p{L}+/gu) ?? []
    const half = match[1] === undefined ? 0 : 0.5
    const value = valueOf(words.filter((each) => values.has(each)))
    return value === undefined ? [] : [{ ...spanAt(match, value + half), word: true as const }]
  })
