// Refuses schemas of callers that no engine could check an answer by.
// Source: §4.7, §4.10; Assumed: ours.
import * as Effect from "effect/Effect"
import * as ApiError from "../errors/ApiError.ts"
import { findSchemaProblem } from "../schema/json-schema/checkSchema.ts"
import type { SchemaNode } from "../schema/json-schema/schemaKeywords.ts"

/** Fails when a schema is invalid or unsupported. `path` is its path in the request. */
export const refuseUnsupportedSchema = (
  schema: SchemaNode,
  path: ReadonlyArray<string | number>
): Effect.Effect<void, ApiError.InvalidRequestError> => {
  const problem = findSchemaProblem(schema)
  if (problem === undefined) return Effect.void
  const issue = { path: [...path, ...problem.path].map(String), message: problem.message }
  return Effect.fail(
    new ApiError.InvalidRequestError({
      message: ApiError.issueText(issue),
      issues: [issue],
      phase: "request"
    })
  )
}
