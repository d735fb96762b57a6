// The decisions service: one method, held to the contract at both ends.
// Source: §2.1, §2.2, §2.3, §4.1.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as ApiError from "../../errors/ApiError.ts"
import { validateResponse, validateRequest, responseMismatch } from "../../service/validate.ts"
import type { CallResult, EffectMethodTypes, MethodTypes } from "../../service/methodTypes.ts"
import type { Answer, Question, Questions } from "./schema.ts"
import { DecisionsRequest, DecisionsResponse } from "./schema.ts"

/**
 * The methods of decisions: Effects under {@link EffectMethodTypes}, promises under {@link PromiseMethodTypes}.
 * Each fails with an `ApiError`.
 */
export interface DecisionsMethods<T extends MethodTypes> {
  /**
   * Answers every question under its own name; each answer has its question's type.
   * Bills input tokens at `inputPrice`, USD per million.
   */
  readonly create: <const Q extends Questions>(
    request: DecisionsRequest<Q>,
    ...options: T["options"]
  ) => CallResult<T, DecisionsResponse<Q>, ApiError.ApiError>
}

/** The decisions service, client or server side. */
export class Decisions extends Context.Service<Decisions, DecisionsMethods<EffectMethodTypes>>()(
  "@leadline/core/decisions/Decisions"
) {}

/** What an implementation supplies: the same method, before any check. */
export interface Engine {
  readonly create: (request: typeof DecisionsRequest.Type) => Effect.Effect<unknown, ApiError.ApiError>
}

const asked = validateRequest<typeof DecisionsRequest.Type>(DecisionsRequest)
const answered = validateResponse<typeof DecisionsResponse.Type>(DecisionsResponse)

const hasAll = (given: object, wanted: ReadonlyArray<string>): boolean =>
  wanted.every((name) => Object.hasOwn(given, name)) && Object.keys(given).length === wanted.length

const answers = (question: Question, answer: Answer | undefined): boolean => {
  if (answer === undefined || answer.type !== question.type) return false
  if (answer.type === "noul" || question.type === "noul") return true
  const wanted = Object.keys(question.criteria)
  return hasAll(answer.probabilities, wanted) && (answer.type === "choice" || hasAll(answer.legend, wanted))
}

/** Is every question answered, by name, kind and options, and nothing else? */
const answersAll = <Q extends Questions>(
  { model, questions }: DecisionsRequest<Q>,
  response: typeof DecisionsResponse.Type
): response is typeof DecisionsResponse.Type & DecisionsResponse<Q> => {
  const byName: Questions = questions
  const wanted = Object.keys(byName)
  return (
    response.model === model &&
    hasAll(response.answers, wanted) &&
    wanted.every((name) => {
      const question = byName[name]
      return question !== undefined && answers(question, response.answers[name])
    })
  )
}

/** Holds any implementation to the contract: the request going in, the answer coming out. */
export const make = (engine: Engine): Decisions["Service"] => {
  const create = asked((request) => answered(engine.create(request)))
  return {
    create: <const Q extends Questions>(request: DecisionsRequest<Q>) =>
      Effect.filterOrFail(
        create(request),
        (response) => answersAll(request, response),
        () => responseMismatch("The answers do not fit the questions.")
      )
  }
}
