// Fills a caller's schema: plans a value, decides its open parts, builds it and validates it.
import type { Decisions, Question, Questions } from "@leadline/core/decisions"
import type * as ApiError from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import { makeTimeSlicer } from "../scheduling/timeSlicer.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import type { ExtractionScope } from "./field.ts"
import type { Decision, Plan } from "./plan.ts"
import { planValue } from "./planValue.ts"
import type { SchemaNode } from "@leadline/core/internal"
import { jsonEquals, makeValidator } from "@leadline/core/internal"

/** Questions of one decisions request, at most. */
const maxQuestions = 128

/** The probability of yes, or the index of the chosen option. */
type Outcome = number

const questionOf = ({ instructions, kind, options }: Decision): Question =>
  kind === "noul"
    ? { type: "noul", instructions: instructions || "Is this so?" }
    : { type: "choice", instructions, criteria: Object.fromEntries(options.map((name) => [name, null])) }

/** Asks the decisions engine; questions about the same text share a request. */
const decideAll = Effect.fnUntraced(function* (
  decisions: Decisions["Service"],
  asked: ReadonlyArray<Decision>
) {
  const outcomes: Array<Outcome> = asked.map(() => 0)
  const groups = new Map<string, Array<number>>()
  for (const [index, { state }] of asked.entries()) groups.set(state, [...(groups.get(state) ?? []), index])
  for (const [state, all] of groups) {
    for (let start = 0; start < all.length; start += maxQuestions) {
      const some = all.slice(start, start + maxQuestions)
      const questions: Questions = Object.fromEntries(
        some.flatMap((index): ReadonlyArray<readonly [string, Question]> => {
          const decision = asked[index]
          return decision === undefined ? [] : [[`q${index}`, questionOf(decision)]]
        })
      )
      const { answers } = yield* decisions.create({ model: "decider-27b", state, questions })
      for (const index of some) {
        const answer = answers[`q${index}`]
        if (answer?.type === "noul") outcomes[index] = answer.noul
        else if (answer?.type === "choice")
          outcomes[index] = asked[index]?.options.indexOf(answer.choice) ?? 0
      }
    }
  }
  return outcomes
})

const buildValue = (plan: Plan, outcomes: ReadonlyArray<Outcome>): Schema.Json => {
  if (plan.kind === "value") return plan.value
  if (plan.kind === "choice") return plan.values[outcomes[plan.decision] ?? 0] ?? null
  if (plan.kind === "noul") return (outcomes[plan.decision] ?? 0) >= 0.5
  if (plan.kind === "object")
    return Object.fromEntries(plan.entries.map(([name, inner]) => [name, buildValue(inner, outcomes)]))
  if (plan.kind === "array") {
    const items = plan.items.map((item) => buildValue(item, outcomes))
    return plan.unique
      ? items.filter((item, index) => items.slice(0, index).every((other) => !jsonEquals(item, other)))
      : items
  }
  const rated = plan.values.map((value, index) => ({
    value,
    p: outcomes[plan.decisions[index] ?? 0] ?? 0,
    index
  }))
  const order = rated.toSorted((a, b) => b.p - a.p || a.index - b.index)
  const yes = order.filter(({ p }) => p >= 0.5).length
  const kept = order.slice(0, Math.min(plan.max, Math.max(plan.min, yes)))
  return kept.toSorted((a, b) => a.index - b.index).map(({ value }) => value)
}

/**
 * A value that satisfies the schema, extracted from the scope. The result is a failure when there is none; the effect
 * fails only when the decisions engine does.
 */
export const fillSchema: (
  lexicon: Lexicon,
  decisions: Decisions["Service"],
  schema: SchemaNode,
  scope: ExtractionScope
) => Effect.Effect<Result.Result<Schema.Json, string>, ApiError.ApiError> = Effect.fnUntraced(function* (
  lexicon: Lexicon,
  decisions: Decisions["Service"],
  schema: SchemaNode,
  scope: ExtractionScope
) {
  const { decisions: asked, plan } = yield* planValue(lexicon, schema, scope, makeTimeSlicer())
  if (plan === undefined) return Result.fail("No value was found that satisfies the schema.")
  const value = buildValue(plan, yield* decideAll(decisions, asked))
  return makeValidator(schema)(value)
    ? Result.succeed(value)
    : Result.fail("No value was found that satisfies the schema.")
})
