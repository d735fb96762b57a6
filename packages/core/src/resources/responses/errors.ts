// The error responses of responses: error objects whose `code` is the status.
// Source: §7.2; statuses, types and `param` are Assumed: docs.
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import * as ApiError from "../../errors/ApiError.ts"
import { instanceSchema } from "../../errors/schema.ts"
import { ErrorObject, errorObject } from "../../errors/bodies.ts"
import { codecsWithStatusCode } from "../../errors/codecs.ts"

/** The error type of an issue, by the last name in its path. */
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
  code === "json_invalid" || path.length === 0 ? null : ApiError.pathText(path)

/** 400 with the type and field of the first issue, unless the engine set its own. */
const invalidRequest = ErrorObject.pipe(
  Schema.decodeTo(
    instanceSchema(ApiError.InvalidRequestError),
    SchemaTransformation.transform<ApiError.InvalidRequestError, ErrorObject>({
      decode: ({ error }) =>
        new ApiError.InvalidRequestError({ message: error.message, type: error.type, status: 400 }),
      encode: ({ issues: [first] = [], message, param, type }) =>
        errorObject(
          [message, type ?? (first === undefined ? "invalid_request" : named(first))],
          400,
          param ?? (first === undefined ? null : place(first))
        )
    })
  )
).annotate({ httpApiStatus: 400 })

/** The declared errors; failures of an engine's upstream calls are a plain 500. */
export const errors = [
  invalidRequest,
  codecsWithStatusCode.payloadTooLarge,
  codecsWithStatusCode.rateLimit,
  ...codecsWithStatusCode.serverErrors,
  ...codecsWithStatusCode.undocumented
] as const
