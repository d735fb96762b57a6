// The state, read once per request: sentences, where each word stands, and what each sentence says about itself.
import * as Effect from "effect/Effect"
import type { Lexicon } from "./lexicon.ts"
import { unit } from "./lexicon.ts"
import { scopes } from "./negation.ts"
import type { Pace } from "./pace.ts"
import type { Quantity } from "./quantities.ts"
import { quantities } from "./quantities.ts"
import type { Token } from "./tokens.ts"
import { sentences } from "./tokens.ts"
import * as Words from "./words.ts"

/** One sentence of the state. */
export interface Sentence {
  readonly tokens: ReadonlyArray<Token>
  /** See `scopes`. */
  readonly negation: Uint8Array
  readonly vector: Float64Array
  readonly quantities: ReadonlyArray<Quantity>
  readonly question: boolean
  readonly modal: boolean
  /** What the sentence says to the one before it: 1 agrees, -1 denies, 0 neither. */
  readonly reply: number
}

/** Places of one stem: sentence and token by turns. */
export type Places = ReadonlyArray<number>

/** All that is known about a state. */
export interface Evidence {
  readonly sentences: ReadonlyArray<Sentence>
  readonly places: ReadonlyMap<string, Places>
  readonly vector: Float64Array
}

const pieceLength = 4_000

/** Cuts a long text where a line or a word ends, so that reading it can pause. */
const pieces = (text: string): Array<string> => {
  const found: Array<string> = []
  let start = 0
  while (text.length - start > pieceLength) {
    const window = text.slice(start, start + pieceLength)
    const cut = [window.lastIndexOf("\n"), window.lastIndexOf(". "), window.lastIndexOf(" ")].find(
      (at) => at > 1_000
    )
    const end = start + (cut === undefined ? pieceLength : cut + 1)
    found.push(text.slice(start, end))
    start = end
  }
  found.push(text.slice(start))
  return found
}

const replyOf = (tokens: ReadonlyArray<Token>): number => {
  // A speaker's name and a colon may come first.
  const colon = tokens.findIndex((token) => token.text === ":")
  const first = tokens[colon >= 0 && colon < 4 ? colon + 1 : 0]?.text ?? ""
  return Words.affirmations.has(first) ? 1 : Words.refusals.has(first) ? -1 : 0
}

const describe = (lexicon: Lexicon, tokens: ReadonlyArray<Token>, sum: Float64Array): Sentence => {
  const own = new Float64Array(lexicon.dimensions)
  for (const token of tokens) if (token.content) lexicon.add(token, own)
  for (let d = 0; d < own.length; d++) sum[d] = (sum[d] ?? 0) + (own[d] ?? 0)
  return {
    tokens,
    negation: scopes(tokens),
    vector: unit(own),
    quantities: quantities(tokens),
    question: tokens.at(-1)?.text === "?",
    modal: tokens.some((token) => Words.modals.has(token.text)),
    reply: replyOf(tokens)
  }
}

/** Reads the texts of a state. */
export const readEvidence = Effect.fnUntraced(function* (
  lexicon: Lexicon,
  texts: ReadonlyArray<string>,
  pace: Pace
) {
  const found: Array<Sentence> = []
  const places = new Map<string, Array<number>>()
  const sum = new Float64Array(lexicon.dimensions)
  for (const text of texts) {
    for (const piece of pieces(text)) {
      for (const tokens of sentences(piece)) {
        if (tokens.length === 0) continue
        for (const [at, token] of tokens.entries()) {
          if (!token.content && token.kind !== "number") continue
          const list = places.get(token.stem)
          if (list === undefined) places.set(token.stem, [found.length, at])
          else list.push(found.length, at)
        }
        found.push(describe(lexicon, tokens, sum))
      }
      yield* pace.spend(piece.length)
    }
  }
  const evidence: Evidence = { sentences: found, places, vector: unit(sum) }
  return evidence
})
