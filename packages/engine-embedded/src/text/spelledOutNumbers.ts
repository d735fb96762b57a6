// Parses whole numbers spelled out in English words: "three million seventy-seven thousand and five".
import { numberWords } from "./numerals.ts"
import type { Token } from "./tokenize.ts"
import { lengthOf, textFrom } from "./tokenPatterns.ts"

/** The words for numbers from one to another that can be part of a longer number. */
const words = (low: number, high: number): string =>
  [...numberWords]
    .filter(([word, value]) => value >= low && value <= high && !/^(?:dozen|once|single|twice)$/.test(word))
    .map(([word]) => word)
    .join("|")

const belowHundred = `(?:(?:${words(20, 90)})(?: (?:- )?(?:${words(1, 9)}))?|${words(1, 19)})`
const belowThousand = `(?:(?:${belowHundred} )?hundred(?: (?:and )?${belowHundred})?|${belowHundred})`
const next = "(?:^| (?:and )?)"
// "One hundred and two hundred" are two numbers.
const spelledOut = new RegExp(
  `^(?:(?:${belowThousand} )?million)?(?:${next}(?:${belowThousand} )?thousand)?(?:${next}${belowThousand})?` +
    String.raw`(?! (?:${words(100, 1e6)})(?!\S))(?!\S)`
)

/** The longest number, in tokens. */
const maxTokens = 24

/**
 * The value of the spelled-out number that starts at `at`, and the index after it; `undefined` when none starts there. A word
 * that cannot continue the number ends it, as "six" in "five six".
 */
export const spelledOutNumberAt = (
  tokens: ReadonlyArray<Token>,
  at: number
): readonly [value: number, end: number] | undefined => {
  const [found = ""] = spelledOut.exec(textFrom(tokens, at, maxTokens)) ?? []
  if (found === "") return undefined
  let [total, current] = [0, 0]
  for (const value of found.split(" ").map((word) => numberWords.get(word) ?? 0)) {
    if (value >= 1e3) total += (current || 1) * value
    current = value >= 1e3 ? 0 : value === 100 ? (current || 1) * 100 : current + value
  }
  return [total + current, at + lengthOf(found)]
}
