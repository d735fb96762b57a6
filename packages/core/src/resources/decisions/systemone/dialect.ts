// Translates the dialect to decisions and back: model names, and levels without a description.
// Source: §9; what differs is Assumed: clients.
import * as Effect from "effect/Effect"
import type * as ApiError from "../../../errors/ApiError.ts"
import { type KnownModels, versionOf } from "../models.ts"
import type { DecisionsRequest, DecisionsResponse, Question as Decision } from "../schema.ts"
import { unwrapped } from "./state.ts"
import type { Question, SystemOneRequest, SystemOneResponse } from "./schema.ts"

/** Describes a level that has no description by its index. */
const withLevels = (question: Question): Decision =>
  question.type === "score"
    ? { ...question, criteria: question.criteria.map((entry, level) => entry ?? String(level)) }
    : question

/** The decisions request of a request of the dialect. */
export const toDecisions = (
  { model = "decider-27b", questions, state }: SystemOneRequest,
  models: KnownModels
): Effect.Effect<DecisionsRequest, ApiError.InvalidRequestError> =>
  Effect.gen(function* () {
    const version = yield* versionOf(model, models)
    const content = yield* Effect.fromResult(unwrapped(state))
    const described = Object.entries(questions).map(([name, question]) => [name, withLevels(question)])
    return { model: version, state: content, questions: Object.fromEntries(described) }
  })

/** The response of the dialect, with legends as in its request. */
export const fromDecisions = (
  { questions }: SystemOneRequest,
  { answers, ...rest }: DecisionsResponse
): SystemOneResponse => {
  const legends = new Map(
    Object.entries(questions).flatMap(([name, question]) =>
      question.type === "score"
        ? [[name, Object.fromEntries(question.criteria.map((entry, level) => [String(level), entry]))]]
        : []
    )
  )
  return {
    ...rest,
    answers: Object.fromEntries(
      Object.entries(answers).map(([name, answer]) => [
        name,
        answer.type === "score" ? { ...answer, legend: legends.get(name) ?? answer.legend } : answer
      ])
    )
  }
}
