// Checks requests and responses against their schemas, the same way at both ends of every operation.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import type * as SchemaIssue from "effect/SchemaIssue"
import * as SchemaParser from "effect/SchemaParser"
import * as ApiError from "../errors/ApiError.ts"
import { lowerFirst } from "../errors/issueText.ts"
import { toJsonValue } from "../schema/toJsonValue.ts"
import { makeValidator } from "../schema/validator.ts"

const closed = { errors: "all", onExcessProperty: "error" } as const

interface Failures {
  readonly closed: ApiError.InvalidRequestError
  readonly open: ApiError.InvalidResponseError
}

const toError: { readonly [F in keyof Failures]: (issue: SchemaIssue.Issue) => Failures[F] } = {
  closed: (issue) => ApiError.invalidRequest({ issue }),
  open: (issue) => ApiError.invalidResponse({ issue })
}

/**
 * Makes a check against the type side of a schema: it returns the value, or the error. `closed` is for requests, `open`
 * for responses. A value that fits as it is is returned itself, not copied. Fields of a request that are undefined are
 * left out, and dates become text, at any depth.
 */
export const makeChecker = <A, F extends keyof Failures>(schema: Schema.Codec<A, unknown>, form: F) => {
  const isValid = makeValidator(schema, form)
  let decode: ((value: unknown) => Result.Result<A, SchemaIssue.Issue>) | undefined
  return (value: unknown): A | Failures[F] => {
    if (isValid(value)) return value
    const given = form === "closed" ? toJsonValue(value) : value
    if (given !== value && isValid(given)) return given
    decode ??= SchemaParser.decodeUnknownResult(Schema.toType(schema), form === "closed" ? closed : {})
    const result = decode(given)
    return Result.isSuccess(result) ? result.success : toError[form](result.failure)
  }
}

/** The request of the fiber that is known to be valid: it is not checked again. */
export const ValidRequest = Context.Reference<unknown>("@leadline/core/validation/ValidRequest", {
  // Which equals no request, not even itself.
  defaultValue: () => Number.NaN
})

/** The failure of a request that is no object: it names the fields that one needs. */
const notAnObject = ({ ast }: Schema.Top): ApiError.InvalidRequestError => {
  const fields = ast._tag === "Objects" ? ast.propertySignatures : []
  const needed = fields.filter(({ type }) => !SchemaAST.isOptional(type)).map(({ name }) => String(name))
  const message = `Expected an object${needed.length === 0 ? "" : ` with ${needed.join(", ")}`}`
  return new ApiError.InvalidRequestError({
    message: `request: ${lowerFirst(message)}`,
    issues: [{ path: [], message, code: "dict_type" }],
    phase: "request"
  })
}

/** Puts a check of the request before a method: an invalid one fails with an InvalidRequestError. */
export const validateRequest = <Q>(schema: Schema.Codec<Q, unknown>) => {
  const check = makeChecker(schema, "closed")
  return <A>(method: (request: Q) => Effect.Effect<A, ApiError.ApiError>) =>
    (input: unknown): Effect.Effect<A, ApiError.ApiError> =>
      Effect.withFiber((fiber) => {
        // Null is one of JSON: it has the message that a server gives.
        if (input !== null && !Predicate.isObjectOrArray(input)) return Effect.fail(notAnObject(schema))
        const request = fiber.getRef(ValidRequest) === input ? (input as Q) : check(input)
        return request instanceof ApiError.InvalidRequestError ? Effect.fail(request) : method(request)
      })
}

/**
 * Checks a response: an invalid one fails with an InvalidResponseError. `matches` says whether it is a response to the
 * request at hand.
 */
export const validateResponse = <A>(schema: Schema.Codec<A, unknown>) => {
  const check = makeChecker(schema, "open")
  return (
    effect: Effect.Effect<unknown, ApiError.ApiError>,
    matches: (response: A) => boolean = () => true
  ): Effect.Effect<A, ApiError.ApiError> =>
    Effect.flatMap(effect, (value) => {
      const response = check(value)
      if (response instanceof ApiError.InvalidResponseError) return Effect.fail(response)
      return matches(response) ? Effect.succeed(response) : Effect.fail(responseMismatch())
    })
}

/** The failure of a valid response to another request. */
export const responseMismatch = (message = "The response does not fit the request.") =>
  new ApiError.InvalidResponseError({ message, reason: "schema" })
