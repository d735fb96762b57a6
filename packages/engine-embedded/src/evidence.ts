// The state, read once per request: sentences, where each word stands, and signs about the whole.
import * as Effect from "effect/Effect"
import type { Lexicon } from "./lexicon.ts"
import { unit } from "./lexicon.ts"
import { scopes } from "./negation.ts"
import type { Pace } from "./pace.ts"
import type { Quantity } from "./quantities.ts"
import { quantities } from "./quantities.ts"
import type { Token } from "./tokens.ts"
import type { Signs } from "./signs.ts"
import { readSigns } from "./signs.ts"
import { sentences } from "./tokens.ts"
import type { Tones } from "./tone.ts"

/** One sentence of the state. */
export interface Sentence {
  readonly tokens: ReadonlyArray<Token>
  /** See `scopes`. */
  readonly negation: Uint8Array
  readonly vector: Float64Array
  readonly quantities: ReadonlyArray<Quantity>
  readonly question: boolean
}

/** All that is known about a state. */
export interface Evidence {
  readonly sentences: ReadonlyArray<Sentence>
  /** The first sentences: what is compared one by one. */
  readonly opening: ReadonlyArray<Sentence>
  /** Places of each stem: sentence and token by turns. */
  readonly places: ReadonlyMap<string, ReadonlyArray<number>>
  /** Meaning of the whole. */
  readonly vector: Float64Array
  readonly signs: Signs
}

const pieceLength = 4_000
const openingLength = 256

/** Cuts a long text where a line, a sentence or a word ends, so that reading it can pause. */
const pieces = (text: string): Array<string> => {
  const found: Array<string> = []
  let start = 0
  while (text.length - start > pieceLength) {
    const window = text.slice(start, start + pieceLength)
    const ends = [window.lastIndexOf("\n"), window.lastIndexOf(". "), window.lastIndexOf(" ")]
    const end = start + (ends.find((at) => at > 1_000) ?? pieceLength - 1) + 1
    found.push(text.slice(start, end))
    start = end
  }
  found.push(text.slice(start))
  return found
}

const describe = (lexicon: Lexicon, tokens: ReadonlyArray<Token>, whole: Float64Array): Sentence => {
  const own = new Float64Array(lexicon.dimensions)
  for (const token of tokens) if (token.content) lexicon.add(token, own)
  for (let d = 0; d < own.length; d++) whole[d] = (whole[d] ?? 0) + (own[d] ?? 0)
  return {
    tokens,
    negation: scopes(tokens),
    vector: unit(own),
    quantities: quantities(tokens),
    question: tokens.at(-1)?.text === "?"
  }
}

/** Reads the texts of a state. */
export const readEvidence = Effect.fnUntraced(function* (
  lexicon: Lexicon,
  tones: Tones,
  texts: ReadonlyArray<string>,
  pace: Pace
) {
  const found: Array<Sentence> = []
  const places = new Map<string, Array<number>>()
  const whole = new Float64Array(lexicon.dimensions)
  for (const piece of texts.flatMap(pieces)) {
    for (const tokens of sentences(piece)) {
      for (const [at, token] of tokens.entries()) {
        if (!token.content && token.kind !== "number") continue
        const list = places.get(token.stem)
        if (list === undefined) places.set(token.stem, [found.length, at])
        else list.push(found.length, at)
      }
      found.push(describe(lexicon, tokens, whole))
    }
    yield* pace.spend(piece.length)
  }
  const opening = found.slice(0, openingLength)
  const evidence: Evidence = {
    sentences: found,
    opening,
    places,
    vector: unit(whole),
    signs: readSigns(lexicon, tones, opening)
  }
  return evidence
})
