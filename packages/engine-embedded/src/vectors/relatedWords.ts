// The words related to a word: its forms, synonyms, nearest words by vector, and antonyms.
import { irregularBases, irregularForms } from "../text/irregularForms.ts"
import { stem } from "../text/stem.ts"
import type { Token } from "../text/tokenize.ts"
import { baseForms } from "./baseForms.ts"
import { synonymsOf, antonymsOf } from "./synonyms.ts"
import type { WordVectors } from "./wordVectors.ts"

/** A word that is related to another, as a stem. */
export interface RelatedWord {
  readonly stem: string
  /** How closely it is related, 0 to 1; 1 is a form of the word itself. */
  readonly strength: number
  /** Does it mean the opposite? Then it speaks against a match. */
  readonly isAntonym: boolean
  /** Is it only near by its vector, as another thing of the same kind is: "violin" to "piano"? */
  readonly isNear: boolean
}

/** Least similarity of a nearest word, and the factor from its similarity to its strength. */
const minSimilarity = 0.5
const nearestShare = 0.9
const oppositeStrength = 0.95
const alikeStrength = 0.7

const prefixes = ["un", "in", "non", "dis", "im", "mis"]

const negatedForms = (wordVectors: WordVectors, word: string): Array<string> => {
  const found: Array<string> = []
  for (const prefix of prefixes) {
    if (wordVectors.indexOf(prefix + word) !== undefined) found.push(prefix + word)
    const rest = word.slice(prefix.length)
    if (word.startsWith(prefix) && rest.length > 3 && wordVectors.indexOf(rest) !== undefined) {
      if (prefix === "un" || prefix === "non" || prefix === "dis") found.push(rest)
    }
  }
  return found
}

/** Finds the words related to a word; the word itself comes first. */
export const findRelatedWords = (wordVectors: WordVectors, token: Token): ReadonlyArray<RelatedWord> => {
  const found = new Map<string, RelatedWord>([
    [token.stem, { stem: token.stem, strength: 1, isAntonym: false, isNear: false }]
  ])
  if (token.kind !== "word") return [...found.values()]
  const offer = (word: string, strength: number, isAntonym: boolean, isNear = false): void => {
    for (const form of [word, ...irregularForms(word)]) {
      const key = stem(form)
      const before = found.get(key)
      if (before === undefined || before.strength < strength)
        found.set(key, { stem: key, strength, isAntonym, isNear })
    }
  }
  for (const base of [token.text, ...irregularBases(token.text)]) offer(base, 1, false)
  for (const base of baseForms(token.text)) {
    for (const word of synonymsOf(base)) offer(word, alikeStrength, false)
    const opposites = [
      ...wordVectors.opposites(base),
      ...negatedForms(wordVectors, base),
      ...antonymsOf(base)
    ]
    for (const word of opposites) offer(word, oppositeStrength, true)
  }
  const index = wordVectors.indexOf(token.text)
  for (const { similarity, word } of index === undefined ? [] : wordVectors.neighbours(index)) {
    if (similarity >= minSimilarity) offer(word, similarity * nearestShare, false, true)
  }
  return [...found.values()]
}
