// Input tokens of a request.
import type { Ask } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import { isEmpty, linesOf, partsOf } from "../text/flattenJson.ts"
import type { Steps } from "../scheduling/timeSlicer.ts"
import { makePace } from "../scheduling/timeSlicer.ts"

/** What a request and each of its questions cost before any text. */
const perRequest = 24
const perQuestion = 84

/** Characters looked at before others may run. */
const stride = 65_536

/** What a line costs beside its characters, as if they were some. */
const perLine = 64

/** The same for a part without text. */
const perEmpty = 32

/** Characters looked at in a microsecond. */
const speed = 128

/** A token is about four letters of English, or two characters of other scripts. */
const tokensOf = (text: string): number => {
  let narrow = 0
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) < 128) narrow++
  return narrow / 4 + (text.length - narrow) / 2
}

/** Tokens of one text, in parts that leave room for others. Not rounded: sums of them are exact. */
export const tokensIn = function* (text: string): Steps<number> {
  let total = 0
  for (let start = 0; start < text.length; start += stride) {
    total += tokensOf(text.slice(start, start + stride))
    yield (perLine + Math.min(stride, text.length - start)) / speed
  }
  if (text === "") yield perLine / speed
  return total
}

/** The lines of a value with what is between them. The text is never made: a state may be of 32 MiB. */
const tokensOfLines = function* (value: Schema.Json | null): Steps<number> {
  let total = 0
  let ends = ""
  for (const line of linesOf(value)) {
    if (typeof line === "number") {
      yield line
      continue
    }
    total += tokensOf(ends) + (yield* tokensIn(line))
    ends = "\n"
  }
  return total
}

const count = function* (state: Schema.Json, asks: ReadonlyArray<Ask>): Steps<number> {
  let total = perRequest + perQuestion * asks.length
  for (const part of partsOf(state)) {
    if (!isEmpty(part)) total += yield* tokensOfLines(part)
    yield isEmpty(part) ? perEmpty / speed : perLine / speed
  }
  for (const { instructions, options, type } of asks) {
    total += yield* tokensOfLines(instructions)
    for (const { description, name } of options) {
      // The names of a noul and of levels are not the caller's words.
      if (type === "choice") total += yield* tokensIn(`${name} `)
      total += yield* tokensOfLines(description)
    }
  }
  return Math.ceil(total)
}

/** The state once, plus each question with its options. */
export const countTokens = (state: Schema.Json, asks: ReadonlyArray<Ask>): Effect.Effect<number> =>
  Effect.suspend(() => makePace().run(count(state, asks)))
