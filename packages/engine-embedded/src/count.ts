// Input tokens of a request.
import type * as Schema from "effect/Schema"
import { flatten, flattenState } from "./flatten.ts"
import type { Ask } from "@leadline/core/decisions"

/** What a request and each of its questions cost before any text. */
const perRequest = 24
const perQuestion = 84

/** A token is about four letters of English, or two characters of other scripts. */
const tokensOf = (text: string): number => {
  let narrow = 0
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) < 128) narrow++
  return Math.ceil(narrow / 4 + (text.length - narrow) / 2)
}

/** The state once, plus each question with its options. */
export const countTokens = (state: Schema.Json, asks: ReadonlyArray<Ask>): number => {
  let total = perRequest
  for (const text of flattenState(state)) total += tokensOf(text)
  for (const ask of asks) {
    total += perQuestion + tokensOf(flatten(ask.instructions))
    for (const option of ask.options) {
      // The names of a noul and of levels are not the caller's words.
      if (ask.type === "choice") total += tokensOf(option.name) + 1
      total += tokensOf(flatten(option.description))
    }
  }
  return total
}
