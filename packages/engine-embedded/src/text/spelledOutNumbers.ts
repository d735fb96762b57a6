// Parses whole numbers spelled out in English words: "three million seventy-seven thousand and five".
import { numberWords } from "./numerals.ts"
import type { Token } from "./tokenize.ts"

/** Number words that cannot be part of a longer number. */
const alone = new Set(["half", "dozen", "once", "single", "twice", "zero"])

const valueOf = (token: Token | undefined): number | undefined =>
  token === undefined || alone.has(token.text) ? undefined : numberWords.get(token.text)

/**
 * The value of the spelled-out number that starts at `at`, and the index after it; `undefined` when none starts there. A word
 * that cannot continue the number ends it, as "six" in "five six".
 */
export const spelledOutNumberAt = (
  tokens: ReadonlyArray<Token>,
  at: number
): readonly [value: number, end: number] | undefined => {
  let [total, current, smallest, end] = [0, 0, Infinity, at]
  for (;;) {
    const joint = end > at ? tokens[end]?.text : undefined
    const isJoined = joint === "and" && current % 100 === 0
    const next = isJoined || joint === "-" ? end + 1 : end
    const value = valueOf(tokens[next])
    if (value === undefined) break
    if (value >= 1e3) {
      if (value >= smallest || isJoined) break
      total += (current || 1) * value
      current = 0
      smallest = value
    } else if (value === 100) {
      if (current >= 100 || isJoined) break
      current = (current || 1) * 100
    } else {
      // "One hundred and two hundred" are two numbers, and so are "five six".
      const after = isJoined ? (valueOf(tokens[next + 1]) ?? 0) : 0
      const isNew = (after === 100 && current > 0) || (after >= 1e3 && after >= smallest)
      const fits = current % 100 === 0 || (value < 10 && current % 10 === 0 && current % 100 >= 20)
      if (isNew || !fits) break
      current += value
    }
    end = next + 1
  }
  return end === at ? undefined : [total + current, end]
}
