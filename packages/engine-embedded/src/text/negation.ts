// Negation scopes: which tokens of a sentence are negated.
import type { Token } from "./tokenize.ts"
import * as Words from "./wordLists.ts"

/** Tokens after a negation that it negates, at most. */
const scopeLength = 9

/** Words after which nothing is negated: "not only", "no later than", "no more". */
const harmless = Words.wordSet("only later more")

/** Words that a negation before them denies, and tokens in between, at most. */
const denials = Words.wordSet(
  "decline declined deny denies denied doubt fail failed fails lack lacks lacking refuse refused refuses without"
)
const denialReach = 3

const beforeOff = Words.wordSet("is are was were be been gone called turned switched cut broken")

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
    if (Words.negations.has(text) && harmless.has(tokens[at + 1]?.text ?? "")) continue
    // Two negations cancel out: "nobody denied it". "Neither … nor" negates both.
    const isSecond = left >= scopeLength - denialReach && denials.has(text)
    if (isSecond) left = 0
    else if (Words.negations.has(text)) left = scopeLength
    // "It is off", but "20 % off the price".
    const isElsewhere = text === "off" && !beforeOff.has(tokens[at - 1]?.text ?? "")
    if (Words.trailingNegations.has(text) && !isElsewhere && !isSecond) {
      for (let back = clause; back < at; back++) if (marks[back] === 0) marks[back] = 2
    }
  }
  return marks
}
