// The decisions service: one method, checked at both ends.
// Source: §2.1, §2.2, §2.3, §4.1.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as ApiError from "../../errors/ApiError.ts"
import { responseMismatch, validateResponse, validateRequest } from "../../validation/validate.ts"
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

type Values<A> = { readonly [name: string]: A }

/** The values of these names, in their order; undefined where the names are others. */
const inOrder = <A>(given: Values<A>, names: ReadonlyArray<string>): Values<A> | undefined => {
  const found = Object.keys(given)
  if (found.length !== names.length) return undefined
  if (found.every((name, index) => name === names[index])) return given
  return names.every((name) => Object.hasOwn(given, name))
    ? Object.fromEntries(names.map((name) => [name, given[name] as A]))
    : undefined
}

/** The answer with its options in the order of the question; undefined where it answers another question. */
const fitted = (question: Question | undefined, answer: Answer | undefined): Answer | undefined => {
  if (answer === undefined || answer.type !== question?.type) return undefined
  if (answer.type === "noul" || question.type === "noul") return answer
  const names = Object.keys(question.criteria)
  const probabilities = inOrder(answer.probabilities, names)
  if (probabilities === undefined) return undefined
  if (answer.type === "score") return inOrder(answer.legend, names) && answer
  return probabilities === answer.probabilities ? answer : { ...answer, probabilities }
}

/**
 * The response with its answers in the order of the request, whatever the order that it came in; undefined where it is not
 * that of each question, with its name, type and options, and nothing else.
 */
const complete = (
  { model, questions }: typeof DecisionsRequest.Type,
  response: typeof DecisionsResponse.Type
): typeof DecisionsResponse.Type | undefined => {
  const names = Object.keys(questions)
  const given = response.model === model ? inOrder(response.answers, names) : undefined
  if (given === undefined) return undefined
  const answers: Array<readonly [name: string, answer: Answer]> = []
  let isSame = given === response.answers
  for (const name of names) {
    const answer = fitted(questions[name], given[name])
    if (answer === undefined) return undefined
    isSame &&= answer === given[name]
    answers.push([name, answer])
  }
  return isSame ? response : { ...response, answers: Object.fromEntries(answers) }
}

/**
 * Makes the service of an implementation: requests are checked before it sees them, responses after. Answers and options
 * are in the order of the request.
 */
export const make = (engine: Engine): Decisions["Service"] => {
  const create = checkRequest((request) =>
    Effect.flatMap(checkResponse(engine.create(request)), (response) => {
      const whole = complete(request, response)
      return whole === undefined ? Effect.fail(responseMismatch()) : Effect.succeed(whole)
    })
  )
  return { create: create as Decisions["Service"]["create"] }
}
