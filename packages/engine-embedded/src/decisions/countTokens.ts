// Counts the input tokens of a decisions request.
import type { Ask } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import { makeTimeSlicer } from "../scheduling/timeSlicer.ts"
import { charactersPerUnit, estimateAtOnce, estimateTokens, lineOverhead } from "../text/estimateTokens.ts"
import { isEmptyPart, scalarLines, textParts } from "../text/flattenJson.ts"

/** Fixed tokens of a request, and of each of its questions. */
const perRequest = 24
const perQuestion = 84

/** Fixed cost of a part without text, in characters. */
const perEmpty = 32

/** Tokens of a JSON value. Its text is never built: a state may have 32 MiB. */
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
      // Only the option names of a choice come from the caller.
      if (type === "choice") total += yield* estimateTokens(`${name} `)
      total += yield* tokensOfLines(description)
    }
  }
  return Math.ceil(total)
}

/** Input tokens: the state once, plus each question with its options. */
export const countTokens = (state: Schema.Json, asks: ReadonlyArray<Ask>): Effect.Effect<number> =>
  Effect.suspend(() => makeTimeSlicer().run(count(state, asks)))
