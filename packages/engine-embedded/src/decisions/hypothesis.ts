// A hypothesis: a statement to test against the state. Instructions, options and levels each become one.
import { negationScopes } from "../text/negation.ts"
import type { Range } from "../text/ranges.ts"
import { findComparison } from "../text/ranges.ts"
import type { Token } from "../text/tokenize.ts"
import { tokenize } from "../text/tokenize.ts"
import type { Lexicon, RelatedWord } from "../vectors/lexicon.ts"
import { normalize } from "../vectors/vectorMath.ts"

/** One content word of a hypothesis. */
export interface Term {
  readonly stem: string
  readonly weight: number
  readonly negated: boolean
  readonly related: ReadonlyArray<RelatedWord>
}

/** A parsed hypothesis. */
export interface Hypothesis {
  readonly terms: ReadonlyArray<Term>
  /** Sum of the term weights. */
  readonly weight: number
  readonly vector: Float64Array
  readonly comparison: Range | undefined
  readonly tokens: ReadonlyArray<Token>
}

/** Terms of a hypothesis, and characters of the text it is parsed from, at most. */
const maxTerms = 60
const maxCharacters = 4_000

/** Makes a hypothesis of tokens. Each stem becomes one term. */
export const hypothesisOf = (
  lexicon: Lexicon,
  tokens: ReadonlyArray<Token>,
  comparison: Range | undefined = findComparison(tokens)
): Hypothesis => {
  const negation = negationScopes(tokens)
  const sum = new Float64Array(lexicon.dimensions)
  const terms = new Map<string, Term>()
  for (const [at, token] of tokens.entries()) {
    if (!token.content && (token.kind !== "number" || comparison !== undefined)) continue
    if (comparison !== undefined && at >= comparison.at && at < comparison.end) continue
    lexicon.addVector(token, sum)
    if (terms.has(token.stem) || terms.size >= maxTerms) continue
    terms.set(token.stem, {
      stem: token.stem,
      weight: lexicon.weight(token),
      negated: negation[at] === 1,
      related: lexicon.related(token)
    })
  }
  const list = [...terms.values()]
  return {
    terms: list,
    weight: list.reduce((total, term) => total + term.weight, 0),
    vector: normalize(sum),
    comparison,
    tokens
  }
}

/** The tokens of the first {@link maxCharacters} characters of a text. */
export const readTokens = (text: string): ReadonlyArray<Token> => tokenize(text.slice(0, maxCharacters))

/** Parses a text as one hypothesis. */
export const parseHypothesis = (lexicon: Lexicon, text: string): Hypothesis =>
  hypothesisOf(lexicon, readTokens(text))

const separators = new Set([",", ";", ":", ".", "or"])
const comparatives = new Set(["more", "less", "fewer", "above", "below"])

/** The clauses of a text that compare, each as a hypothesis, 24 at most: "Refuse: under 18, or 3 days or more late" has two. */
export const parseComparisons = (lexicon: Lexicon, text: string): ReadonlyArray<Hypothesis> => {
  const tokens = readTokens(text)
  const ends = [...tokens.keys()].filter((at) => {
    const isComparison = tokens[at]?.text === "or" && comparatives.has(tokens[at + 1]?.text ?? "")
    return separators.has(tokens[at]?.text ?? "") && !isComparison
  })
  const clauses = [-1, ...ends].map((end, index) => tokens.slice(end + 1, ends[index]))
  return clauses
    .flatMap((clause) => {
      const comparison = findComparison(clause)
      return comparison === undefined ? [] : [hypothesisOf(lexicon, clause, comparison)]
    })
    .slice(0, 24)
}
