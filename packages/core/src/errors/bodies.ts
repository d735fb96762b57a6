// The bodies of error responses, as schemas and values.
// Source: §2.4, §7.2.
import * as Schema from "effect/Schema"
import { errorTypes, fixedMessages } from "./messages.ts"

const errorFields = Schema.Struct({
  message: Schema.String,
  type: Schema.String,
  code: Schema.optionalKey(Schema.NullOr(Schema.Union([Schema.String, Schema.Int]))),
  param: Schema.optionalKey(Schema.NullOr(Schema.String))
})

/** The body of an error response. Clients branch on the HTTP status, never on `code` or `type`. */
export const ErrorObject = Schema.Struct({ error: errorFields }).annotate({ identifier: "ErrorObject" })

/** {@link ErrorObject}, readonly. */
export type ErrorObject = typeof ErrorObject.Type

/** The body for an invalid request of search, embeddings and chat. */
export const ErrorDetail = Schema.Struct({
  detail: Schema.Array(
    Schema.Struct({
      loc: Schema.Array(Schema.Union([Schema.String, Schema.Int])),
      msg: Schema.String,
      type: Schema.String
    })
  ),
  /** On the paths that clients of OpenAI call. */
  error: Schema.optionalKey(errorFields)
}).annotate({ identifier: "ErrorDetail" })

/** The type of an {@link ErrorDetail}. */
export type ErrorDetail = typeof ErrorDetail.Type

/** Message and type of failures on the server's side. */
export const outageMessages = {
  internal: [fixedMessages[500], errorTypes[500]],
  gateway: [fixedMessages[502], errorTypes[502]],
  unavailable: [fixedMessages[503], errorTypes[503]],
  timeout: [fixedMessages[504], errorTypes[504]]
} as const

/** The message of a 401, the same for every key that is refused here. */
export const invalidKeyMessage = "Missing or invalid API key. Send the header Authorization: Bearer <key>."

/** An error object. */
export const errorObject = (
  [message, type]: readonly [string, string],
  code: number | null = null,
  param: string | null = null
): ErrorObject => ({ error: { message, type, code, param } })

/** The body of a 500 for an unexpected error. */
export const internalError: ErrorObject = errorObject(outageMessages.internal)
