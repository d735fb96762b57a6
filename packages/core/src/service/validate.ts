// Requests and answers held to their schemas, at every end of every operation alike.
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { makeValidator, type Form } from "../schema/validator.ts"
import * as ApiError from "../errors/ApiError.ts"

const closed = { errors: "all", onExcessProperty: "error" } as const

interface Failures {
  readonly closed: ApiError.InvalidRequestError
  readonly open: ApiError.InvalidResponseError
}

const toError: { readonly [F in Form]: (error: Schema.SchemaError) => Failures[F] } = {
  closed: (error) => ApiError.invalidRequest(error),
  open: ApiError.invalidResponse
}

/**
 * A check of values by the type side of a schema: gives the value, or what is wrong with it. `closed` is for requests,
 * `open` for answers. What fits as it is is given back itself, not a copy of it.
 */
export const makeChecker = <A, F extends Form>(schema: Schema.Codec<A, unknown>, form: F) => {
  const isFit = makeValidator(schema, form)
  let decode: ((value: unknown) => Result.Result<A, Schema.SchemaError>) | undefined
  return (value: unknown): A | Failures[F] => {
    if (isFit(value)) return value
    decode ??= Schema.decodeUnknownResult(Schema.toType(schema), form === "closed" ? closed : {})
    const result = decode(value)
    return Result.isSuccess(result) ? result.success : toError[form](result.failure)
  }
}

/** Requests. What is no object is in no set. */
const validRequests = new WeakSet()

/** Says that a request fits its schema as it is, so that no method looks at all of it again. */
export const markValid = (request: unknown): void => {
  if (typeof request === "object" && request !== null) validRequests.add(request)
}

/** Makes a method of what answers a request: it fails with an InvalidRequestError before that sees a wrong one. */
export const validateRequest = <Q>(schema: Schema.Codec<Q, unknown>) => {
  const check = makeChecker(schema, "closed")
  return <A>(answer: (request: Q) => Effect.Effect<A, ApiError.ApiError>) =>
    (given: unknown): Effect.Effect<A, ApiError.ApiError> =>
      Effect.suspend(() => {
        const asked = validRequests.has(given as WeakKey) ? (given as Q) : check(given)
        return asked instanceof ApiError.InvalidRequestError ? Effect.fail(asked) : answer(asked)
      })
}

/** Checks what is answered; `agrees` tells whether it fits what was asked, too. Fails with an InvalidResponseError. */
export const validateResponse = <A>(schema: Schema.Codec<A, unknown>) => {
  const check = makeChecker(schema, "open")
  return (
    answer: Effect.Effect<unknown, ApiError.ApiError>,
    agrees: (answer: A) => boolean = () => true
  ): Effect.Effect<A, ApiError.ApiError> =>
    Effect.flatMap(answer, (given) => {
      const answered = check(given)
      if (answered instanceof ApiError.InvalidResponseError) return Effect.fail(answered)
      return agrees(answered) ? Effect.succeed(answered) : Effect.fail(responseMismatch())
    })
}

/** An answer of the contract, but to another question. */
export const responseMismatch = (message = "The answer does not fit the request.") =>
  new ApiError.InvalidResponseError({ message, reason: "schema" })
