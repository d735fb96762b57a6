// Analyses the state once per request: sentences, an inverted index of its words, and signals about the whole.
import type * as Schema from "effect/Schema"
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import { flattenJson, isEmptyPart, textParts } from "../text/flattenJson.ts"
import { piecesOf } from "../text/pieces.ts"
import { type Token, tokenize, tokenizeSentences } from "../text/tokenize.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import { isList, listSizes } from "./listSizes.ts"
import { Sentence } from "./sentence.ts"
import { readSignals, type StateSignals } from "./signals.ts"

/** The analysed state. */
export interface StateAnalysis {
  readonly sentences: ReadonlyArray<Sentence>
  /** The first 256 sentences, which are compared one by one. */
  readonly opening: ReadonlyArray<Sentence>
  /** Inverted index: for each stem, alternating indexes of sentence and token. */
  readonly postings: ReadonlyMap<string, ReadonlyArray<number>>
  /** The sizes of its lists, with which numbers alone are compared. */
  readonly sizes: ReadonlyArray<Sentence>
  readonly signals: StateSignals
  readonly contentWords: number
  /** Is it a list of short values? What it does not name is not in it. */
  readonly isList: boolean
}

/**
 * How much a matched or missing word counts, 0 to 1. It is low for one or two sentences. `half` is the number of content words
 * at which it is 0.5.
 */
export const evidenceWeight = ({ contentWords }: StateAnalysis, half: number): number =>
  contentWords / (contentWords + half)

const chunkLength = 4_000
const openingLength = 256

/**
 * Approximate cost of a sentence, of each of its tokens, and of a part without text; characters split per unit of
 * work.
 */
const perSentence = 1
const perToken = 0.5
const perEmpty = 0.25
const speed = 8
/** Approximate cost of the size of a list. */
const perSize = 8

/** Analyses a state. */
export const analyzeState = function* (
  lexicon: Lexicon,
  harmAxis: Float64Array,
  state: Schema.Json
): CooperativeTask<StateAnalysis> {
  const found: Array<Sentence> = []
  let contentWords = 0
  const postings = new Map<string, Array<number>>()
  const enter = (tokens: ReadonlyArray<Token>): void => {
    for (const [at, token] of tokens.entries()) {
      if (token.content) contentWords++
      else if (token.kind !== "number") continue
      const list = postings.get(token.stem)
      if (list === undefined) postings.set(token.stem, [found.length, at])
      else list.push(found.length, at)
    }
    found.push(new Sentence(lexicon, tokens))
  }
  for (const part of textParts(state)) {
    yield isEmptyPart(part) ? perEmpty : perSentence
    if (isEmptyPart(part)) continue
    const text = yield* flattenJson(part)
    for (const piece of piecesOf(text, chunkLength)) {
      const cut = tokenizeSentences(piece)
      yield piece.length / speed
      for (const tokens of cut) {
        enter(tokens)
        yield perSentence + tokens.length * perToken
      }
    }
  }
  const sizes: Array<Sentence> = []
  for (const size of listSizes(state)) {
    sizes.push(new Sentence(lexicon, tokenize(size)))
    yield perSize
  }
  const opening = found.slice(0, openingLength)
  const signals = yield* readSignals(lexicon, harmAxis, opening)
  return { sentences: found, opening, postings, sizes, signals, contentWords, isList: isList(state) }
}
