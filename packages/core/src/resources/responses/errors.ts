// How each failure of the responses resource crosses HTTP: error objects whose `code` is the status.
// Source: §7.2; statuses, types and `param` are Assumed: docs.
import * as ApiError from "../../errors/ApiError.ts"
import { bodyCodec, errorKind } from "../../errors/wireCodec.ts"
import { ErrorObject, errorObject } from "../../errors/bodies.ts"
import { codecsWithStatusCode } from "../../errors/wireErrors.ts"
import { pathText } from "../../errors/issueText.ts"

/** The word for a failure of one field, by its last name in the path. */
const words: ReadonlyArray<readonly [RegExp, string]> = [
  [/^(model|models)$/, "invalid_model"],
  [/_date_filter$|^last_updated_/, "invalid_date_format"],
  [/^search_domain_filter$/, "invalid_search_domain_filter"]
]

const named = ({ code, path }: ApiError.Issue): string => {
  if (code === "extra_forbidden" || code === "missing") return "invalid_request"
  const names = path.filter((part) => typeof part === "string")
  return words.find(([pattern]) => pattern.test(names.at(-1) ?? ""))?.[1] ?? "invalid_request"
}

const place = ({ code, path }: ApiError.Issue): string | null =>
  code === "json_invalid" || path.length === 0 ? null : pathText(path)

/** 400 with a word and the field of the first failure, unless the engine gave its own. */
const invalidRequest = bodyCodec(
  errorKind(ApiError.InvalidRequestError),
  400,
  ErrorObject,
  ({ issues: [first] = [], message, param, type }: ApiError.InvalidRequestError) =>
    errorObject(
      [message, type ?? (first === undefined ? "invalid_request" : named(first))],
      400,
      param ?? (first === undefined ? null : place(first))
    ),
  ({ error }) => new ApiError.InvalidRequestError({ message: error.message, type: error.type, status: 400 })
)

/** The statuses of the resource; failures of the engine's own upstream calls are a plain 500. */
export const errors = [
  invalidRequest,
  codecsWithStatusCode.payloadTooLarge,
  codecsWithStatusCode.rateLimit,
  ...codecsWithStatusCode.serverErrors,
  ...codecsWithStatusCode.undocumented
] as const
