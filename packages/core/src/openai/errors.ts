// The error responses of OpenAI's paths: error objects whose `param` is the wrong field.
// Assumed: clients.
import * as ApiError from "../errors/ApiError.ts"
import { ErrorObject, errorObject } from "../errors/bodies.ts"
import { pathText } from "../errors/issueText.ts"
import { errorTypes } from "../errors/messages.ts"
import { bodyCodec, errorKind } from "../errors/wireCodec.ts"
import { codecsWithNullCode } from "../errors/wireErrors.ts"

/** 400 with the first wrong field; an item that fits no form has an issue for each. */
const invalidRequest = bodyCodec(
  errorKind(ApiError.InvalidRequestError),
  400,
  ErrorObject,
  ({ issues: [first] = [], message, param, type }: ApiError.InvalidRequestError) => {
    const isWhole = first === undefined || first.code === "json_invalid"
    const field = isWhole || first.path.length === 0 ? null : pathText(first.path)
    const text = isWhole ? message : ApiError.issueText(first)
    return errorObject([text, type ?? errorTypes[400]], null, param ?? field)
  },
  ({ error }) => new ApiError.InvalidRequestError({ message: error.message, type: error.type, status: 400 })
)

/** The errors of operations that ask a model. */
export const errors = [
  invalidRequest,
  codecsWithNullCode.payloadTooLarge,
  codecsWithNullCode.rateLimit,
  ...codecsWithNullCode.serverErrors,
  ...codecsWithNullCode.undocumented
] as const

/** 404 for a model that is not there. */
const noSuchModel = bodyCodec(
  errorKind(ApiError.NotFoundError),
  404,
  ErrorObject,
  ({ message }: ApiError.NotFoundError): ErrorObject => ({
    error: { message, type: errorTypes[400], code: "model_not_found", param: "model" }
  }),
  ({ error }) => new ApiError.NotFoundError({ message: error.message, status: 404 })
)

/** The errors of the models. */
export const modelErrors = [noSuchModel, ...errors] as const
