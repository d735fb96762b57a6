// Answers of a JSON Schema: asked for natively where the server can, always validated, repaired once.
// Source: §4.7, §4.10; Assumed: ours.
import type * as ApiError from "@leadline/core/errors"
import {
  makeWorkerPool,
  refusePatterns,
  refuseUnsupportedSchema,
  schemaNode,
  schemaTooComplex
} from "@leadline/core/internal"
import type { JsonSchema } from "@leadline/core/schema"
import * as Effect from "effect/Effect"
import type { Completion, CompletionRequest, JsonFormat } from "../completion/Completion.ts"
import { addUsage } from "../completion/Completion.ts"
import { complete, type CompletionContext, refuse } from "../completion/complete.ts"
import type { Feature } from "../completion/feature.ts"
import { followsSchema, type ValidationTask } from "./validate.ts"

/** The JSON format of a request. */
export interface RequestedFormat {
  readonly schema: JsonSchema
  readonly name?: string
  readonly description?: string
  readonly strict?: boolean
}

/** The response format that is sent, and a check of answers. */
export interface StructuredFormat {
  readonly format: JsonFormat
  /** For servers that do not keep to the format by themselves. */
  readonly rule: string
  /** The JSON in an answer, if it is valid. */
  readonly read: (text: string) => Effect.Effect<string | undefined, ApiError.ApiError>
}

const { url }: { readonly url?: string } = import.meta

/** The threads of this process, which start with the first answer. */
const validators = makeWorkerPool<ValidationTask, boolean>({
  module: "validateThread",
  beside: url,
  here: (task) => {
    refusePatterns(task.schema)
    return followsSchema(task)
  }
})

/** The text without the code fence that models like to put around JSON. */
const unfenced = (text: string): string => /^\s*```\w*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1] ?? text

/** The format of a request. Fails for a schema that answers cannot be checked by. */
export const structuredFormat = Effect.fnUntraced(function* (
  format: RequestedFormat | undefined
): Effect.fn.Return<StructuredFormat | undefined, ApiError.ApiError> {
  if (format === undefined) return undefined
  const node = schemaNode(format.schema)
  yield* refuseUnsupportedSchema(node, ["response_format", "json_schema", "schema"])
  return {
    format: {
      ...format,
      name: (format.name ?? "schema").replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 64) || "schema"
    },
    rule: `Answer with one JSON value and nothing else. It follows this JSON Schema:\n${JSON.stringify(format.schema)}`,
    read: Effect.fnUntraced(function* (text) {
      const json = unfenced(text).trim()
      const follows = yield* validators.run({ schema: node, text: json })
      if (follows === undefined) return yield* schemaTooComplex()
      return follows ? json : undefined
    })
  }
})

const repair = "This is no JSON value of the JSON Schema. Answer again, with the JSON value alone."

/**
 * Checks a text, and asks the model once more if it does not fit. The answer has the valid JSON as its text. `paid` gets the
 * usage of each answer, also of those that do not fit.
 */
export const settleStructured = Effect.fnUntraced(function* (
  context: CompletionContext,
  formats: Feature,
  request: CompletionRequest,
  { format, read }: StructuredFormat,
  first: Completion,
  paid: (usage: Completion["usage"]) => void = () => undefined
): Effect.fn.Return<Completion, ApiError.ApiError> {
  paid(first.usage)
  const text = yield* read(first.text)
  if (text !== undefined) return { ...first, text }
  const again: CompletionRequest = {
    ...request,
    tools: undefined,
    toolChoice: undefined,
    format: undefined,
    messages: [
      ...request.messages,
      { role: "assistant", content: first.text },
      { role: "user", content: repair }
    ]
  }
  const second = yield* formats.tryWith(
    request.model,
    complete(context, { ...again, format }),
    complete(context, again)
  )
  paid(second.usage)
  const repaired = yield* read(second.text)
  if (repaired === undefined)
    return yield* refuse(context, "it does not follow the schema of response_format")
  return { ...second, text: repaired, usage: addUsage(first.usage, second.usage) }
})
