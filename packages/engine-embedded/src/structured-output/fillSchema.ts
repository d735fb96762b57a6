// Fills a caller's JSON Schema: plans a value, asks the decisions engine for its open parts, builds and validates it.
import type { Decisions, Question, Questions } from "@leadline/core/decisions"
import type * as ApiError from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import { makeTimeSlicer } from "../scheduling/timeSlicer.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import type { ExtractionScope } from "./field.ts"
import type { Decision, Plan } from "./plan/plan.ts"
import { planValue } from "./plan/planValue.ts"
import { clearMemoized } from "./readers/memoize.ts"
import type { SchemaNode } from "@leadline/core/internal"
import { jsonEquals, makeValidator } from "@leadline/core/internal"

/** Questions of one decisions request, at most. */
const maxQuestions = 128

/** The index of the chosen option (0 for yes), and its probability. */
interface Outcome {
  readonly option: number
  readonly p: number
}

/** Least probability at which an option, and a yes or no, is taken. */
const minChoice = 0.6
const minNoul = 0.65

const questionOf = ({ instructions, kind, options }: Decision): Question =>
  kind === "noul"
    ? { type: "noul", instructions: instructions || "Is this so?" }
    : { type: "choice", instructions, criteria: Object.fromEntries(options.map((name) => [name, null])) }

/** Asks the decisions engine; questions about the same text share a request. */
const decideAll = Effect.fnUntraced(function* (
  decisions: Decisions["Service"],
  asked: ReadonlyArray<Decision>
) {
  const outcomes: Array<Outcome> = asked.map(() => ({ option: 0, p: 0.5 }))
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
        if (answer?.type === "noul") outcomes[index] = { option: 0, p: answer.noul }
        else if (answer?.type === "choice")
          outcomes[index] = {
            option: asked[index]?.options.indexOf(answer.choice) ?? 0,
            p: new Map(Object.entries(answer.probabilities)).get(answer.choice) ?? 0
          }
      }
    }
  }
  return outcomes
})

/** Builds the value of a plan; `undefined` when a required part is undecided. `miss` gets the names of such properties. */
const buildValue = (
  plan: Plan,
  outcomes: ReadonlyArray<Outcome>,
  miss: (name: string) => void
): Schema.Json | undefined => {
  const build = (inner: Plan) => buildValue(inner, outcomes, miss)
  if (plan.kind === "value") return plan.value
  if (plan.kind === "choice") {
    const outcome = outcomes[plan.decision]
    return outcome === undefined || outcome.p < minChoice ? undefined : plan.values[outcome.option]
  }
  if (plan.kind === "noul") {
    const p = outcomes[plan.decision]?.p ?? 0.5
    return p >= minNoul ? true : p <= 1 - minNoul ? false : undefined
  }
  if (plan.kind === "first") {
    for (const inner of plan.plans) {
      const value = build(inner)
      if (value !== undefined) return value
    }
    return undefined
  }
  if (plan.kind === "object") {
    const entries: Array<readonly [string, Schema.Json]> = []
    for (const [name, inner, required] of plan.entries) {
      const value = build(inner)
      if (value !== undefined) entries.push([name, value])
      else if (required) {
        miss(name)
        return undefined
      }
    }
    return entries.length < plan.min ? undefined : Object.fromEntries(entries)
  }
  const values =
    plan.kind === "array"
      ? plan.items.map(build).filter((value) => value !== undefined)
      : plan.values
          .filter((_, index) => (outcomes[plan.decisions[index] ?? 0]?.p ?? 0) >= minNoul)
          .slice(0, plan.max)
  const unique = values.filter((value, index) =>
    values.slice(0, index).every((other) => !jsonEquals(value, other))
  )
  return unique.length < plan.min ? undefined : unique
}

const notFound = (missing: ReadonlyArray<string>): string =>
  missing[0] === undefined
    ? "No value was found that satisfies the schema."
    : `No value was found for ${JSON.stringify(missing[0])}. Allow null where the text may have none.`

/**
 * A value that satisfies the schema, extracted from the scope. What the scope does not have is null or left out. When the
 * schema allows neither, the result is a failure that names the property. The effect fails only when the decisions engine
 * does.
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
  const {
    decisions: asked,
    missing,
    plan
  } = yield* Effect.ensuring(planValue(lexicon, schema, scope, makeTimeSlicer()), Effect.sync(clearMemoized))
  if (plan === undefined) return Result.fail(notFound(missing))
  const outcomes = yield* decideAll(decisions, asked)
  const value = buildValue(plan, outcomes, (name) => void missing.push(name))
  return value !== undefined && makeValidator(schema)(value)
    ? Result.succeed(value)
    : Result.fail(notFound(value === undefined ? missing : []))
})
