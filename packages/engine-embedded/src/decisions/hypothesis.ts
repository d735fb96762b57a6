// A hypothesis: a statement to test against the state. Instructions, options and levels each become one.
import { negationScopes } from "../text/negation.ts"
import { findRanges, isDay, type Range } from "../text/ranges.ts"
import type { Token } from "../text/tokenize.ts"
import { tokenize } from "../text/tokenize.ts"
import { wordSet } from "../text/wordLists.ts"
import type { Lexicon, RelatedWord } from "../vectors/lexicon.ts"

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
  /** The numbers, dates and times that it asks for. */
  readonly comparisons: ReadonlyArray<Range>
  /** The days that it names beside them. They are terms, too. */
  readonly days: ReadonlyArray<Range>
  readonly tokens: ReadonlyArray<Token>
}

/** The stems that mention a term of a hypothesis, without opposites. */
export const mentioningStems = ({ terms }: Hypothesis): ReadonlySet<string> =>
  new Set(terms.flatMap(({ related }) => related.flatMap(({ isAntonym, stem }) => (isAntonym ? [] : [stem]))))

/** Words of plans, wishes and conditions: what they are about has not happened. */
const hedges =
  wordSet(`if unless whether may might would could should will shall going maybe perhaps plan plans planning intend intends
  hope hopes want wants ask asked promise promises promised expected forgot
  wanted planned hoped due supposed meant tomorrow`)
/** Does a text state a plan, a wish or a condition? "5 May" and "in May" do not. */
export const isHedged = (tokens: ReadonlyArray<Token>): boolean =>
  tokens.some(({ text }, at) => {
    const [before, after] = [tokens[at - 1], tokens[at + 1]]
    const isMonth =
      before?.kind === "number" || after?.kind !== "word" || /^(?:in|of|since)$/.test(before?.text ?? "")
    return hedges.has(text) && !(text === "may" && isMonth)
  })

/** Terms of a hypothesis, numbers that it asks for, days beside them, and characters of the text it is parsed from, at most. */
const maxTerms = 60
const maxRanges = 8
const maxCharacters = 4_000

/** The tokens of the first {@link maxCharacters} characters of a text. */
export const readTokens = (text: string): ReadonlyArray<Token> => tokenize(text.slice(0, maxCharacters))

/** Parses a text as one hypothesis. Each stem becomes one term. `isAsked`: does it ask for a number? By default for "more than 50". */
export const parseHypothesis = (
  lexicon: Lexicon,
  text: string,
  isAsked: (range: Range, tokens: ReadonlyArray<Token>) => boolean = ({ compares }) => compares
): Hypothesis => {
  const tokens = readTokens(text)
  const ranges = findRanges(tokens)
  const comparisons = ranges.filter((range) => isAsked(range, tokens))
  const negation = negationScopes(tokens)
  const words: Array<Token> = []
  const terms = new Map<string, Term>()
  for (const [at, token] of tokens.entries()) {
    if (!token.content && (token.kind !== "number" || comparisons.length > 0)) continue
    if (comparisons.some((range) => at >= range.at && at < range.end)) continue
    words.push(token)
    if (terms.has(token.stem) || terms.size >= maxTerms) continue
    terms.set(token.stem, {
      stem: token.stem,
      weight: lexicon.weight(token),
      negated: negation[at] === 1,
      related: lexicon.related(token)
    })
  }
  // "Parents" and "children" are opposites, but not in a question about both.
  const list = Array.from(terms.values(), (term) => ({
    ...term,
    related: term.related.filter(({ isAntonym, stem }) => !isAntonym || !terms.has(stem))
  }))
  return {
    terms: list,
    weight: list.reduce((total, term) => total + term.weight, 0),
    vector: lexicon.vectorOf(words),
    comparisons: comparisons.slice(0, maxRanges),
    days: ranges.filter((range) => isDay(range) && !comparisons.includes(range)).slice(0, maxRanges),
    tokens
  }
}
