// Input tokens of a request.
import type { Ask } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import { isEmptyPart, scalarLines, textParts } from "../text/flattenJson.ts"
import { lineOverhead, charactersPerUnit, estimateTokens, estimateAtOnce } from "../text/estimateTokens.ts"
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import { makeTimeSlicer } from "../scheduling/timeSlicer.ts"

/** What a request and each of its questions cost before any text. */
const perRequest = 24
const perQuestion = 84

/** The same for a part without text. */
const perEmpty = 32

/** The lines of a value with what is between them. The text is never made: a state may be of 32 MiB. */
const tokensOfLines = function* (value: Schema.Json | null): CooperativeTask<number> {
  let total = 0
  let ends = ""
  for (const line of scalarLines(value)) {
    if (typeof line === "number") {
      yield line
      continue
    }
    total += estimateAtOnce(ends) + (yield* estimateTokens(line))
    ends = "\n"
  }
  return total
}

const count = function* (state: Schema.Json, asks: ReadonlyArray<Ask>): CooperativeTask<number> {
  let total = perRequest + perQuestion * asks.length
  for (const part of textParts(state)) {
    if (!isEmptyPart(part)) total += yield* tokensOfLines(part)
    yield isEmptyPart(part) ? perEmpty / charactersPerUnit : lineOverhead / charactersPerUnit
  }
  for (const { instructions, options, type } of asks) {
    total += yield* tokensOfLines(instructions)
    for (const { description, name } of options) {
      // The names of a noul and of levels are not the caller's words.
      if (type === "choice") total += yield* estimateTokens(`${name} `)
      total += yield* tokensOfLines(description)
    }
  }
  return Math.ceil(total)
}

/** The state once, plus each question with its options. */
export const countTokens = (state: Schema.Json, asks: ReadonlyArray<Ask>): Effect.Effect<number> =>
  Effect.suspend(() => makeTimeSlicer().run(count(state, asks)))
