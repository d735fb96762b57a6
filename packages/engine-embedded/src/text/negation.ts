// Negation scopes: which tokens of a sentence are negated.
import type { Token } from "./tokenize.ts"
import * as Words from "./wordLists.ts"

/** Tokens after a negation that it negates, at most. */
const scopeLength = 9

/** Words after which nothing is negated: "not only", "no later than", "no more", "no doubt". */
const harmless = Words.wordSet("only later more doubt")

/** "We're out of milk", but not "out of the house". */
const beforeOutOf = Words.wordSet("is are was were be been run ran running sold we they it")
const beforeOff = Words.wordSet("is are was were be been called turned switched cut broken")

const clauseEnds = new Set([",", ";", ":", "(", ")", "—", "–", ".", "!", "?", "|"])

/**
 * Per token: 0 not negated, 1 in the scope of a preceding negation, 2 before a trailing negation in the same clause.
 */
export const negationScopes = (tokens: ReadonlyArray<Token>): Uint8Array => {
  const marks = new Uint8Array(tokens.length)
  let clause = 0
  let left = 0
  for (let at = 0; at < tokens.length; at++) {
    const text = tokens[at]?.text ?? ""
    // "Not yet" is a negation, "and yet" is not.
    const isNotYet = text === "yet" && left === scopeLength
    if (clauseEnds.has(text) || (Words.scopeBreaks.has(text) && left > 0 && !isNotYet)) {
      left = 0
      if (text !== ":" && text !== "(" && text !== "and") clause = at + 1
      continue
    }
    if (left > 0) {
      marks[at] = 1
      left--
    }
    if (harmless.has(tokens[at + 1]?.text ?? "")) continue
    const isOutOf =
      text === "out" && tokens[at + 1]?.text === "of" && beforeOutOf.has(tokens[at - 1]?.text ?? "")
    if (Words.negations.has(text) || isOutOf) left = scopeLength
    // "It is off", but "20 % off the price".
    const isElsewhere = text === "off" && !beforeOff.has(tokens[at - 1]?.text ?? "")
    if (Words.trailingNegations.has(text) && !isElsewhere) {
      for (let back = clause; back < at; back++) if (marks[back] === 0) marks[back] = 2
    }
  }
  return marks
}
