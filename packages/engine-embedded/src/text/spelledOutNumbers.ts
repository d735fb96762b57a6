// Parses whole numbers spelled out in English words: "three million seventy-seven thousand and five".
import { numberWords } from "./numerals.ts"
import type { Token } from "./tokenize.ts"

const scales = new Set([1e3, 1e6])
/** Number words that cannot be part of a longer number. */
const alone = new Set(["half", "dozen", "once", "single", "twice", "zero"])

const valueOf = (tokens: ReadonlyArray<Token>, at: number): number | undefined => {
  const text = tokens[at]?.text ?? ""
  return alone.has(text) ? undefined : numberWords.get(text)
}

/** May a value below 100 follow `current`, the number since the last "thousand" or "million"? */
const fits = (current: number, value: number): boolean =>
  current % 100 === 0 || (value < 10 && current % 10 === 0 && current % 100 >= 20)

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
    const isJoined = end > at && tokens[end]?.text === "and" && (current % 100 === 0 || current === 0)
    const isHyphen = end > at && tokens[end]?.text === "-"
    const next = isJoined || isHyphen ? end + 1 : end
    const value = valueOf(tokens, next)
    if (value === undefined) break
    // "One hundred and two hundred" are two numbers.
    const after = valueOf(tokens, next + 1) ?? 0
    if (isJoined && ((after === 100 && current > 0) || (scales.has(after) && after >= smallest))) break
    if (scales.has(value)) {
      if (value >= smallest || isJoined) break
      total += (current || 1) * value
      current = 0
      smallest = value
    } else if (value === 100) {
      if (current >= 100 || isJoined) break
      current = (current || 1) * 100
    } else {
      if (!fits(current, value)) break
      current += value
    }
    end = next + 1
  }
  return end === at ? undefined : [total + current, end]
}
