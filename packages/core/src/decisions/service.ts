// The decisions service: one method, held to the contract at both ends.
// Source: §2.1, §2.2, §2.3, §4.1.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as ApiError from "../errors/ApiError.ts"
import type { Call, EffectFace, Face } from "../shared/Face.ts"
import type { Question, Questions } from "./schema.ts"
import { DecisionsRequest, DecisionsResponse } from "./schema.ts"

/** The methods, under either carrier. */
export interface DecisionsMethods<F extends Face> {
  /**
   * Answers every question under its own name; each answer has its question's type.
   * Bills input tokens at 0.04 USD per million.
   */
  readonly create: <const Q extends Questions>(
    request: DecisionsRequest<Q>,
    ...rest: F["rest"]
  ) => Call<F, DecisionsResponse<Q>, ApiError.ApiError>
}

/** The decisions service, client or server side. */
export class Decisions extends Context.Service<Decisions, DecisionsMethods<EffectFace>>()(
  "@leadline/core/decisions/Decisions"
) {}

/** What an implementation supplies: the same method, before any check. */
export interface Engine {
  readonly create: (request: typeof DecisionsRequest.Type) => Effect.Effect<unknown, ApiError.ApiError>
}

const checkRequest = Schema.decodeUnknownEffect(Schema.toType(DecisionsRequest), {
  errors: "all",
  onExcessProperty: "error"
})
const checkResponse = Schema.decodeUnknownEffect(Schema.toType(DecisionsResponse))

const names = (question: Question): ReadonlyArray<string> =>
  question.type === "noul" ? [] : Object.keys(question.criteria)

const sameNames = (given: object, wanted: ReadonlyArray<string>): boolean =>
  Object.keys(given).length === wanted.length && wanted.every((name) => Object.hasOwn(given, name))

/** Is every question answered, by name, kind and options, and nothing else? */
const answersAll = <Q extends Questions>(
  request: DecisionsRequest<Q>,
  response: typeof DecisionsResponse.Type
): response is typeof DecisionsResponse.Type & DecisionsResponse<Q> => {
  const questions: ReadonlyArray<[string, Question]> = Object.entries(request.questions)
  return (
    response.model === request.model &&
    sameNames(
      response.answers,
      questions.map(([name]) => name)
    ) &&
    questions.every(([name, question]) => {
      const answer = response.answers[name]
      if (answer === undefined || answer.type !== question.type) return false
      if (answer.type === "noul") return true
      const wanted = names(question)
      return (
        sameNames(answer.probabilities, wanted) &&
        (answer.type === "choice" || sameNames(answer.legend, wanted))
      )
    })
  )
}

/** Holds any implementation to the contract: the request going in, the answer coming out. */
export const make = (engine: Engine): Decisions["Service"] => ({
  create: Effect.fn("Decisions.create")(function* <const Q extends Questions>(request: DecisionsRequest<Q>) {
    const checked = yield* Effect.mapError(checkRequest(request), ApiError.invalidRequest)
    const response = yield* Effect.mapError(Effect.flatMap(engine.create(checked), checkResponse), (error) =>
      error._tag === "SchemaError" ? ApiError.invalidResponse(error) : error
    )
    return answersAll(request, response)
      ? response
      : yield* new ApiError.InvalidResponseError({
          message: "The answers do not fit the questions.",
          reason: "schema"
        })
  })
})
