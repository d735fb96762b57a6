// The bodies of failures, as schemas and as values.
// Source: §2.4, §7.2.
import * as Schema from "effect/Schema"

/** The body of a failure. Callers branch on the HTTP status, never on `code` or `type`. */
export const ErrorObject = Schema.Struct({
  error: Schema.Struct({
    message: Schema.String,
    type: Schema.String,
    code: Schema.optionalKey(Schema.NullOr(Schema.Union([Schema.String, Schema.Int]))),
    param: Schema.optionalKey(Schema.NullOr(Schema.String))
  })
}).annotate({ identifier: "ErrorObject" })

/** {@link ErrorObject}, readonly. */
export type ErrorObject = typeof ErrorObject.Type

/** The body of a request that breaks its schema, off decisions, keys, skills and responses. */
export const ErrorDetail = Schema.Struct({
  detail: Schema.Array(
    Schema.Struct({
      loc: Schema.Array(Schema.Union([Schema.String, Schema.Int])),
      msg: Schema.String,
      type: Schema.String
    })
  )
}).annotate({ identifier: "ErrorDetail" })

/** The fixed words of what fails on the server's side: message and type. */
export const outageMessages = {
  internal: ["The service failed.", "internal_error"],
  gateway: ["The model service could not be reached.", "bad_gateway"],
  unavailable: ["The service is temporarily unavailable.", "service_unavailable"],
  timeout: ["The model did not answer in time.", "gateway_timeout"]
} as const

/** An error object; `code` and `param` are null unless given. */
export const errorObject = (
  [message, type]: readonly [string, string],
  code: number | null = null,
  param: string | null = null
): ErrorObject => ({ error: { message, type, code, param } })

/** The body of a plain 500, for what has no class. */
export const internalError: ErrorObject = errorObject(outageMessages.internal)
