// The decisions service: one method, checked at both ends.
// Source: §2.1, §2.2, §2.3, §4.1.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as ApiError from "../../errors/ApiError.ts"
import { validateResponse, validateRequest } from "../../validation/validate.ts"
import type { CallResult, EffectMethodTypes, MethodTypes } from "../../validation/methodTypes.ts"
import type { Answer, Question, Questions } from "./schema.ts"
import { DecisionsRequest, DecisionsResponse } from "./schema.ts"

/**
 * The methods of decisions: Effects with {@link EffectMethodTypes}, promises with `PromiseMethodTypes`.
 * Each fails with an `ApiError`.
 */
export interface DecisionsMethods<T extends MethodTypes> {
  /**
   * Answers every question under its name; each answer has the type of its question.
   * Bills input tokens at `inputPrice`, USD per million.
   */
  readonly create: <const Q extends Questions>(
    request: DecisionsRequest<Q>,
    ...options: T["options"]
  ) => CallResult<T, DecisionsResponse<Q>, ApiError.ApiError>
}

/** The decisions service, the same on client and server. */
export class Decisions extends Context.Service<Decisions, DecisionsMethods<EffectMethodTypes>>()(
  "@leadline/core/decisions/Decisions"
) {}

/** What an implementation supplies: the same method, unchecked. */
export interface Engine {
  readonly create: (request: typeof DecisionsRequest.Type) => Effect.Effect<unknown, ApiError.ApiError>
}

const checkRequest = validateRequest<typeof DecisionsRequest.Type>(DecisionsRequest)
const checkResponse = validateResponse<typeof DecisionsResponse.Type>(DecisionsResponse)

const hasAll = (given: object, names: ReadonlyArray<string>): boolean =>
  names.every((name) => Object.hasOwn(given, name)) && Object.keys(given).length === names.length

const fits = (question: Question, answer: Answer | undefined): boolean => {
  if (answer === undefined || answer.type !== question.type) return false
  if (answer.type === "noul" || question.type === "noul") return true
  const names = Object.keys(question.criteria)
  return hasAll(answer.probabilities, names) && (answer.type === "choice" || hasAll(answer.legend, names))
}

/** Is every question answered, with its name, type and options, and nothing else? */
const isComplete = (
  { model, questions }: typeof DecisionsRequest.Type,
  response: typeof DecisionsResponse.Type
): boolean => {
  const names = Object.keys(questions)
  return (
    response.model === model &&
    hasAll(response.answers, names) &&
    names.every((name) => {
      const question = questions[name]
      return question !== undefined && fits(question, response.answers[name])
    })
  )
}

const isInOrder = (given: object, names: ReadonlyArray<string>): boolean =>
  Object.keys(given).every((name, index) => name === names[index])

/** An answer with its options in the order of the question. */
const orderedAnswer = (question: Question | undefined, answer: Answer | undefined) => {
  if (question?.type !== "choice" || answer?.type !== "choice") return answer
  const { probabilities } = answer
  const names = Object.keys(question.criteria)
  return isInOrder(probabilities, names)
    ? answer
    : { ...answer, probabilities: Object.fromEntries(names.map((name) => [name, probabilities[name]])) }
}

/** A complete response with its answers in the order of the request, whatever the order that it came in. */
const ordered = (
  { questions }: typeof DecisionsRequest.Type,
  response: typeof DecisionsResponse.Type
): typeof DecisionsResponse.Type => {
  const names = Object.keys(questions)
  const answers = names.map((name) => orderedAnswer(questions[name], response.answers[name]))
  return isInOrder(response.answers, names) &&
    answers.every((answer, index) => answer === response.answers[names[index] ?? ""])
    ? response
    : ({
        ...response,
        answers: Object.fromEntries(names.map((name, index) => [name, answers[index]]))
      } as typeof DecisionsResponse.Type)
}

/**
 * Makes the service of an implementation: requests are checked before it sees them, responses after. Answers and options
 * are in the order of the request.
 */
export const make = (engine: Engine): Decisions["Service"] => {
  const create = checkRequest((request) =>
    Effect.map(
      checkResponse(engine.create(request), (response) => isComplete(request, response)),
      (response) => ordered(request, response)
    )
  )
  return { create: create as Decisions["Service"]["create"] }
}
