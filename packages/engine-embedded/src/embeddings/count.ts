// Input tokens of texts to embed: the same rule as for decisions, without what a question costs.
import * as Effect from "effect/Effect"
import { makePace } from "../pace.ts"

/** Characters looked at before others may run. */
const stride = 65_536

/** A token is about four letters of English, or two characters of other scripts. */
const tokensOf = (text: string): number => {
  let narrow = 0
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) < 128) narrow++
  return narrow / 4 + (text.length - narrow) / 2
}

/** Tokens of each text, rounded up: no text is free. */
export const countTokens = Effect.fnUntraced(function* (texts: ReadonlyArray<string>) {
  const pace = makePace()
  const counts: Array<number> = []
  for (const text of texts) {
    let tokens = 0
    for (let start = 0; start < text.length; start += stride) {
      const piece = text.slice(start, start + stride)
      tokens += tokensOf(piece)
      yield* pace.spend(1 + piece.length / 256)
    }
    counts.push(Math.ceil(tokens))
  }
  return counts
})
