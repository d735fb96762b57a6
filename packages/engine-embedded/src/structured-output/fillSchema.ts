// Fills a caller's JSON Schema, with answers of the decisions engine where the text leaves its value open.
import { addNotice, notFoundNotice, type SchemaNode, schemaTooComplex } from "@leadline/core/internal"
import type { Answer, Decisions } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Decision, Outcome } from "./readOptions.ts"
import type { SchemaPool } from "./SchemaPool.ts"
import type { GivenTexts } from "./sources.ts"

/** Questions of one decisions request, at most. */
const maxQuestions = 128

/** Least probability at which an option, or a yes or no, is taken. */
const minProbability = 0.6

const outcomeOf = (answer: Answer | undefined): Outcome => {
  if (answer?.type === "noul" && answer.noul >= minProbability) return "true"
  if (answer?.type === "noul" && answer.noul <= 1 - minProbability) return "false"
  if (answer?.type !== "choice") return undefined
  const p = new Map(Object.entries(answer.probabilities)).get(answer.choice) ?? 0
  return p >= minProbability ? answer.choice : undefined
}

/** Asks the decisions engine; questions about the same text share a request. */
const decideAll = Effect.fnUntraced(function* (
  decisions: Decisions["Service"],
  asked: ReadonlyArray<Decision>
) {
  const outcomes: Array<Outcome> = asked.map(() => undefined)
  for (const [state, all] of Map.groupBy(asked.entries(), ([, decision]) => decision.state)) {
    for (let start = 0; start < all.length; start += maxQuestions) {
      const some = all.slice(start, start + maxQuestions)
      const questions = Object.fromEntries(some.map(([index, { question }]) => [`q${index}`, question]))
      const { answers } = yield* decisions.create({ model: "decider-27b", state, questions })
      for (const [index] of some) outcomes[index] = outcomeOf(answers[`q${index}`])
    }
  }
  return outcomes
})

/**
 * A value that satisfies the schema, extracted from texts, the first ones first. Optional properties that they do not hold are
 * left out; others have the emptiest value that the schema takes, and are named by a notice. The result is a failure when the
 * schema takes no value. The effect fails for a schema that takes too long to work with, and when the decisions engine does.
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
  if (result.kind === "questions" || result.value === undefined)
    return Result.fail("No value satisfies the schema.")
  if (result.notFound.length > 0) yield* addNotice(notFoundNotice(result.notFound))
  return Result.succeed(result.value)
})
