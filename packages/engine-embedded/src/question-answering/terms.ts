// Query analysis: turns a question or heading into weighted terms and one vector.
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import { runSync } from "../scheduling/timeSlicer.ts"
import type { Token } from "../text/tokenize.ts"
import { tokenize, tokenizeInRuns } from "../text/tokenize.ts"
import type { Lexicon, RelatedWord } from "../vectors/lexicon.ts"
import { normalize } from "../vectors/vectorMath.ts"
import { areConverseVerbs } from "./evidence/converseVerbs.ts"

/** A word to look for. */
export interface Term {
  readonly stem: string
  /** The word itself, and words that count as a mention of it. */
  readonly related: ReadonlyArray<RelatedWord>
  /** Weight by rarity, at least 1. */
  readonly weight: number
}

/** The terms and the vector of a text. */
export interface QueryTerms {
  /** One term per stem. */
  readonly terms: ReadonlyArray<Term>
  /** Unit vector of the words. */
  readonly vector: Float64Array
}

/** Words of questions that say nothing about their subject. */
const fillerWords = new Set(
  (
    "tell explain describe please summarize summarise summary show list find know want need like help question answer " +
    "mean means meaning briefly short detail details example information info look using use used work works happen happens " +
    "overview text above following previous message sentence sentences paragraph word words"
  ).split(" ")
)

/** Stems of days, months and seasons. They have no related words: vectors of Monday and Sunday are alike, the days are not. */
export const calendarStems: ReadonlySet<string> = new Set(
  tokenize(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september " +
      "october november december spring summer autumn winter"
  ).map(({ stem }) => stem)
)

const isQueryWord = ({ content, kind, text }: Token): boolean =>
  (content && kind === "word" && !fillerWords.has(text)) || kind === "number"

/** Strength of a converse verb as a mention of a verb, 0 to 1: "borrow" of "lend". */
const converseStrength = 0.7

/** Approximate cost of a token, and of a new term on top. */
const perToken = 0.5
const perTerm = 8

/** Collects the terms of several texts. */
export interface TermReader {
  /** The words that became terms so far. */
  readonly words: ReadonlySet<string>
  readonly read: (text: string) => CooperativeTask<void>
  readonly finish: () => QueryTerms
}

/** Makes a {@link TermReader} without terms. */
export const makeTermReader = (lexicon: Lexicon): TermReader => {
  const words = new Set<string>()
  const terms = new Map<string, Term>()
  const sum = new Float64Array(lexicon.dimensions)
  const add = (token: Token): void => {
    if (token.content && !fillerWords.has(token.text)) lexicon.addVector(token, sum)
    if (!isQueryWord(token)) return
    words.add(token.text)
    if (terms.has(token.stem)) return
    const related = lexicon
      .related(token)
      .map((other) =>
        other.isAntonym && areConverseVerbs(token.stem, other.stem)
          ? { ...other, isAntonym: false, strength: converseStrength }
          : other
      )
      .filter(({ isAntonym, stem }) => !isAntonym && (stem === token.stem || !calendarStems.has(token.stem)))
    const weight = Math.max(1, lexicon.weight(token))
    terms.set(token.stem, { stem: token.stem, related, weight })
  }
  return {
    words,
    *read(text) {
      for (const tokens of tokenizeInRuns(text)) {
        const before = terms.size
        for (const token of tokens) add(token)
        yield tokens.length * perToken + (terms.size - before) * perTerm
      }
    },
    finish: () => ({ terms: [...terms.values()], vector: normalize(sum) })
  }
}

/** The terms of a short text, read without pauses. */
export const readTerms = (lexicon: Lexicon, text: string): QueryTerms => {
  const reader = makeTermReader(lexicon)
  runSync(reader.read(text))
  return reader.finish()
}

/** The words of a text that become terms, each once. */
export const queryWords = function* (text: string): CooperativeTask<ReadonlySet<string>> {
  const words = new Set<string>()
  for (const tokens of tokenizeInRuns(text)) {
    for (const token of tokens) if (isQueryWord(token)) words.add(token.text)
    yield tokens.length * perToken
  }
  return words
}
