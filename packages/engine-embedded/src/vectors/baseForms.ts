// Base forms of English words: "rise" for "rose", "stop" for "stopped".
import { irregularBases } from "../text/irregularForms.ts"

const endings: ReadonlyArray<readonly [ending: RegExp, base: string]> = [
  [/ies$/, "y"],
  [/s$/, ""],
  [/es$/, ""],
  [/ied$/, "y"],
  [/ed$/, ""],
  [/ed$/, "e"],
  [/ing$/, ""],
  [/ing$/, "e"],
  [/([^aeiou])\1(?:ed|ing)$/, "$1"],
  [/er$/, ""],
  [/est$/, ""],
  [/ier$/, "y"],
  [/ly$/, ""]
]

/** Shorter words have no ending. */
const minLength = 5

/** What a word may be a form of, the word itself first. Not all of these are words. */
export const baseForms = (word: string): ReadonlyArray<string> => {
  const regular =
    word.length < minLength
      ? []
      : endings.flatMap(([ending, base]) => (ending.test(word) ? [word.replace(ending, base)] : []))
  return [...new Set([word, ...irregularBases(word), ...regular])]
}
