// The error responses of the dialect: error objects whose `param` is the wrong field.
// Source: §2.4, §7.1; Assumed: clients.
import * as ApiError from "../../../errors/ApiError.ts"
import { ErrorObject, errorObject } from "../../../errors/bodies.ts"
import { bodyCodec, errorKind } from "../../../errors/wireCodec.ts"
import { pathText } from "../../../errors/issueText.ts"
import { errorTypes } from "../../../errors/messages.ts"
import * as decisions from "../errors.ts"

const otherDialect =
  "Items with a question, as SGLang takes them, are another dialect: here they have instructions"

/** Is the first issue about an item in the dialect of SGLang? */
const isOtherDialect = ({ code, path: [list, index, field] }: ApiError.Issue): boolean =>
  list === "questions" &&
  index !== undefined &&
  (field === undefined || (code === "extra_forbidden" && (field === "question" || field === "id")))

/** The first issue alone: an item that fits no form has one for each. */
const messageOf = ({ issues: [first] = [], message }: ApiError.InvalidRequestError): string => {
  if (first === undefined || first.code === "json_invalid") return message
  const text = ApiError.issueText(first)
  return isOtherDialect(first) ? `${text}. ${otherDialect}` : text
}

/** 400 with the first wrong field. */
const invalidRequest = bodyCodec(
  errorKind(ApiError.InvalidRequestError),
  400,
  ErrorObject,
  (error: ApiError.InvalidRequestError) => {
    const [first] = error.issues ?? []
    const isWhole = first === undefined || first.code === "json_invalid" || first.path.length === 0
    const field = isWhole ? null : pathText(first.path)
    return errorObject([messageOf(error), error.type ?? errorTypes[400]], null, error.param ?? field)
  },
  ({ error }) => new ApiError.InvalidRequestError({ message: error.message, type: error.type, status: 400 })
)

/** 400 with the field, and the errors of decisions. */
export const errors = [invalidRequest, ...decisions.errors.slice(1)] as const
