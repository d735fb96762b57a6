// Input tokens of a request.
import type { Ask } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import { flatten, flattenState } from "./flatten.ts"
import { makePace } from "./pace.ts"

/** What a request and each of its questions cost before any text. */
const perRequest = 24
const perQuestion = 84

/** Characters looked at before others may run. */
const stride = 65_536

/** A token is about four letters of English, or two characters of other scripts. */
const tokensOf = (text: string): number => {
  let narrow = 0
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) < 128) narrow++
  return narrow / 4 + (text.length - narrow) / 2
}

/** The names of a noul and of levels are not the caller's words. */
const textsOf = (ask: Ask): ReadonlyArray<string> => [
  flatten(ask.instructions),
  ...ask.options.map(({ description, name }) =>
    ask.type === "choice" ? `${name} ${flatten(description)}` : flatten(description)
  )
]

/** The state once, plus each question with its options. */
export const countTokens = Effect.fnUntraced(function* (state: Schema.Json, asks: ReadonlyArray<Ask>) {
  const pace = makePace()
  let total = perRequest + perQuestion * asks.length
  for (const text of [...flattenState(state), ...asks.flatMap(textsOf)]) {
    for (let start = 0; start < text.length; start += stride) {
      total += tokensOf(text.slice(start, start + stride))
      yield* pace.spend(Math.min(stride, text.length) / 64)
    }
  }
  return Math.ceil(total)
})
