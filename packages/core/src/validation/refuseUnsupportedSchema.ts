// Refuses schemas of callers that no engine could check an answer by.
// Source: §4.7, §4.10; Assumed: ours.
import * as Effect from "effect/Effect"
import * as ApiError from "../errors/ApiError.ts"
import { findSchemaProblem } from "../schema/json-schema/checkSchema.ts"
import { type SchemaNode, schemaNode } from "../schema/json-schema/schemaKeywords.ts"
import { contentProblem, type SchemaProblem } from "../schema/json-schema/schemaSize.ts"
import type { JsonSchema } from "../schema/JsonSchema.ts"

type Path = ReadonlyArray<string | number>

/** The error for a schema with a problem. `path` is its path in the request. */
export const schemaError = (path: Path, problem: SchemaProblem): ApiError.InvalidRequestError => {
  const issue = { path: [...path, ...problem.path].map(String), message: problem.message }
  return new ApiError.InvalidRequestError({
    message: ApiError.issueText(issue),
    issues: [issue],
    phase: "request"
  })
}

const refuse = (path: Path, problem: SchemaProblem | undefined) =>
  problem === undefined ? Effect.void : Effect.fail(schemaError(path, problem))

/** Fails when a schema is invalid or unsupported. `path` is its path in the request. */
export const refuseUnsupportedSchema = (
  schema: SchemaNode,
  path: Path
): Effect.Effect<void, ApiError.InvalidRequestError> => refuse(path, findSchemaProblem(schema))

/** The same for the parameters of the tools of a request, in their order: together they have the bounds of one schema. */
export const refuseUnsupportedTools = Effect.fnUntraced(function* (
  parameters: ReadonlyArray<JsonSchema | undefined>
) {
  const schemas = parameters.map((one) => (one === undefined ? undefined : schemaNode(one)))
  yield* refuse(["tools"], contentProblem(schemas.filter((schema) => schema !== undefined)))
  for (const [index, schema] of schemas.entries())
    if (schema !== undefined) yield* refuseUnsupportedSchema(schema, ["tools", index, "parameters"])
})

/** The error for a schema whose work was ended: 400, wherever the schema was. */
export const schemaTooComplex = (): ApiError.InvalidRequestError =>
  new ApiError.InvalidRequestError({
    message:
      "Schema too complex: expected fewer or simpler parts, and patterns that match without many attempts.",
    phase: "body"
  })

/**
 * Throws a SyntaxError for a schema with a pattern. For runtimes without threads, where the matching of a pattern could not be
 * ended.
 */
export const refusePatterns = (schema: SchemaNode): void => {
  if (JSON.stringify(schema).includes('"pattern":"'))
    throw new SyntaxError("patterns need a runtime with threads")
}
