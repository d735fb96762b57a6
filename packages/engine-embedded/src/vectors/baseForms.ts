// Lemmatization: the base forms (lemmas) that an English word may have, "rise" for "rose", "stop" for "stopped".
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

/** In shorter words an ending is mostly part of the word, as in "less". */
const minLength = 5

/** Candidate base forms of a word, the word itself first. Some of them are no words: "stopp" for "stopped". */
export const baseForms = (word: string): ReadonlyArray<string> => {
  const regular =
    word.length < minLength
      ? []
      : endings.flatMap(([ending, base]) => (ending.test(word) ? [word.replace(ending, base)] : []))
  return [...new Set([word, ...irregularBases(word), ...regular])]
}
