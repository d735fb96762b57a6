// Fills a caller's JSON Schema, with answers of the decisions engine where the text leaves its value open.
import type { Decisions, Question, Questions } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Decision, Outcome } from "./readOptions.ts"
import type { SchemaPool } from "./SchemaPool.ts"
import type { GivenTexts } from "./sources.ts"
import { addNotice, notFoundNotice, type SchemaNode, schemaTooComplex } from "@leadline/core/internal"

/** Questions of one decisions request, at most. */
const maxQuestions = 128

const questionOf = ({ instructions, options }: Decision): Question =>
  options.length === 0
    ? { type: "noul", instructions: instructions || "Is this so?" }
    : { type: "choice", instructions, criteria: Object.fromEntries(options.map((name) => [name, null])) }

/** Asks the decisions engine; questions about the same text share a request. */
const decideAll = Effect.fnUntraced(function* (
  decisions: Decisions["Service"],
  asked: ReadonlyArray<Decision>
) {
  const outcomes: Array<Outcome> = asked.map(() => ({ option: 0, p: 0.5 }))
  for (const [state, all] of Map.groupBy(asked.entries(), ([, decision]) => decision.state)) {
    for (let start = 0; start < all.length; start += maxQuestions) {
      const some = all.slice(start, start + maxQuestions)
      const questions: Questions = Object.fromEntries(
        some.map(([index, decision]) => [`q${index}`, questionOf(decision)])
      )
      const { answers } = yield* decisions.create({ model: "decider-27b", state, questions })
      for (const [index, { options }] of some) {
        const answer = answers[`q${index}`]
        if (answer?.type === "noul") outcomes[index] = { option: 0, p: answer.noul }
        if (answer?.type !== "choice") continue
        const p = new Map(Object.entries(answer.probabilities)).get(answer.choice) ?? 0
        outcomes[index] = { option: options.indexOf(answer.choice), p }
      }
    }
  }
  return outcomes
})

/**
 * A value that satisfies the schema, extracted from texts, the first ones first. Optional properties that they do not hold are left
 * out; others have the emptiest value that the schema takes, and are named by a notice. The result is a failure when the schema
 * takes no value. The effect fails for a schema that takes too long to work with, and when the decisions engine does.
 */
export const fillSchema = Effect.fnUntraced(function* (
  schemas: SchemaPool["Service"],
  decisions: Decisions["Service"],
  schema: SchemaNode,
  given: ReadonlyArray<GivenTexts>
) {
  const task = { schema, given }
  let result = yield* schemas.run(task)
  if (result?.kind === "questions")
    result = yield* schemas.run({ ...task, outcomes: yield* decideAll(decisions, result.decisions) })
  if (result === undefined) return yield* schemaTooComplex()
  if (result.kind !== "value") return Result.fail("No value satisfies the schema.")
  if (result.notFound.length > 0) yield* addNotice(notFoundNotice(result.notFound))
  return Result.succeed(result.value)
})
