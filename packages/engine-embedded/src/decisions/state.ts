// The state, read once per request: sentences, where each word stands, and signs about the whole.
import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import { flattened, isEmpty, partsOf } from "../text/flattenJson.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import { unit } from "../vectors/vectorMath.ts"
import type { Pace, Steps } from "../scheduling/timeSlicer.ts"
import type { Token } from "../text/tokenize.ts"
import type { Signs } from "./signals.ts"
import { readSigns } from "./signals.ts"
import { sentences } from "../text/tokenize.ts"
import type { Tones } from "./semanticAxes.ts"
import type { Sentence } from "./sentence.ts"
import { Read } from "./sentence.ts"

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
function* pieces(text: string): Generator<string, void> {
  let start = 0
  while (text.length - start > pieceLength) {
    const window = text.slice(start, start + pieceLength)
    const ends = [window.lastIndexOf("\n"), window.lastIndexOf(". "), window.lastIndexOf(" ")]
    const end = start + (ends.find((at) => at > 1_000) ?? pieceLength - 1) + 1
    yield text.slice(start, end)
    start = end
  }
  yield text.slice(start)
}

/** Rough work on a sentence, on each of its tokens, and on a part without text; and characters cut in a microsecond. */
const perSentence = 1
const perToken = 0.5
const perEmpty = 0.25
const speed = 8

const read = function* (lexicon: Lexicon, tones: Tones, state: Schema.Json): Steps<Evidence> {
  const found: Array<Sentence> = []
  const places = new Map<string, Array<number>>()
  const whole = new Float64Array(lexicon.dimensions)
  const enter = (tokens: ReadonlyArray<Token>): void => {
    for (const [at, token] of tokens.entries()) {
      // Vectors are whole numbers: a sum does not depend on its order.
      if (token.content) lexicon.add(token, whole)
      else if (token.kind !== "number") continue
      const list = places.get(token.stem)
      if (list === undefined) places.set(token.stem, [found.length, at])
      else list.push(found.length, at)
    }
    found.push(new Read(lexicon, tokens))
  }
  for (const part of partsOf(state)) {
    yield isEmpty(part) ? perEmpty : perSentence
    if (isEmpty(part)) continue
    for (const piece of pieces(yield* flattened(part))) {
      const cut = sentences(piece)
      yield piece.length / speed
      for (const tokens of cut) {
        enter(tokens)
        yield perSentence + tokens.length * perToken
      }
    }
  }
  const opening = found.slice(0, openingLength)
  const signs = yield* readSigns(lexicon, tones, opening)
  return { sentences: found, opening, places, vector: unit(whole), signs }
}

/** Reads a state. */
export const readEvidence = (
  lexicon: Lexicon,
  tones: Tones,
  state: Schema.Json,
  pace: Pace
): Effect.Effect<Evidence> => pace.run(read(lexicon, tones, state))
