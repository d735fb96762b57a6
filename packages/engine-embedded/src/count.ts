// Input tokens of a request.
import type { Ask } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import { flatten, linesOf, partsOf } from "./flatten.ts"
import { makePace } from "./pace.ts"

/** What a request and each of its questions cost before any text. */
const perRequest = 24
const perQuestion = 84

/** Characters looked at before others may run. */
const stride = 65_536

/** What a line costs beside its characters, as if they were some. */
const perLine = 64

/** A token is about four letters of English, or two characters of other scripts. */
const tokensOf = (text: string): number => {
  let narrow = 0
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) < 128) narrow++
  return narrow / 4 + (text.length - narrow) / 2
}

/** The names of a noul and of levels are not the caller's words. */
const textsOf = (ask: Ask): ReadonlyArray<Schema.Json | null> => [
  ask.instructions,
  ...ask.options.map(({ description, name }) =>
    ask.type === "choice" ? `${name} ${flatten(description)}` : description
  )
]

/** The state once, plus each question with its options. The text is never made: a state may be of 32 MiB. */
export const countTokens = Effect.fnUntraced(function* (state: Schema.Json, asks: ReadonlyArray<Ask>) {
  const pace = makePace()
  let total = perRequest + perQuestion * asks.length
  let unpaid = 0
  for (const text of [...partsOf(state), ...asks.flatMap(textsOf)]) {
    let ends = ""
    for (const line of linesOf(text)) {
      total += tokensOf(ends)
      ends = "\n"
      for (let start = 0; start < line.length; start += stride) {
        total += tokensOf(line.slice(start, start + stride))
        unpaid += perLine + Math.min(stride, line.length - start)
        if (unpaid < stride) continue
        yield* pace.spend(unpaid / 64)
        unpaid = 0
      }
    }
  }
  return Math.ceil(total)
})
