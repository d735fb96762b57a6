// Resolves a request with its preset: models, tools, steps.
// Source: §4.7.
import * as ApiError from "@leadline/core/errors"
import { refuseUnsupportedSchema, refuseUnsupportedTools, schemaNode } from "@leadline/core/internal"
import { catalog } from "@leadline/core/models"
import { defaultPreset, type Preset, presets, type ResponsesRequest } from "@leadline/core/responses"
import * as Effect from "effect/Effect"

const refuse = (type: string, param: string, message: string) => {
  const issue = { path: param.split("."), message }
  const text = ApiError.issueText(issue)
  return new ApiError.InvalidRequestError({ message: text, type, param, issues: [issue], phase: "request" })
}

/** Models that a request may name. All give the same answers. */
export const knownModels: ReadonlySet<string> = new Set(catalog.map(({ id }) => id))

const allPresets: ReadonlyMap<string, Preset> = new Map(Object.entries(presets))

// Assumed: ours.
/** Steps of a request without preset and `max_steps`. */
const defaultSteps = 3

const schemaPath = ["response_format", "json_schema", "schema"]

const queriesByEffort = { minimal: 1, low: 2, medium: 3, high: 5, xhigh: 8 } as const

/** Resolves a request. Fails for an unknown preset or model, and for an unsupported schema. */
export const resolveSettings = Effect.fnUntraced(function* (request: ResponsesRequest) {
  const { model, response_format: format, tool_choice: choice, tools: own = [] } = request
  const named = request.models ?? (model === undefined ? undefined : [model])
  const name = request.preset ?? (named === undefined ? defaultPreset : undefined)
  const preset = name === undefined ? undefined : allPresets.get(name)
  if (name !== undefined && preset === undefined)
    return yield* refuse("invalid_parameter", "preset", `Expected one of ${Object.keys(presets).join(", ")}`)
  if (request.models === undefined && model !== undefined && !knownModels.has(model))
    return yield* refuse("invalid_model", "model", "Expected a model that GET /v1/models lists")
  if (format !== undefined) yield* refuseUnsupportedSchema(schemaNode(format.json_schema.schema), schemaPath)
  yield* refuseUnsupportedTools(own.map((tool) => (tool.type === "function" ? tool.parameters : undefined)))
  // A tool of the request replaces those of its type.
  const types = new Set(own.map(({ type }) => type))
  const tools = [...(preset?.tools ?? []).filter(({ type }) => !types.has(type)), ...own]
  const functions = new Set(tools.map((tool) => (tool.type === "function" ? tool.name : undefined)))
  if (typeof choice === "object" && !functions.has(choice.name))
    return yield* refuse("invalid_parameter", "tool_choice.name", "Expected a function among the tools")
  const maxSteps = request.max_steps ?? preset?.max_steps ?? defaultSteps
  const effort = request.reasoning?.effort
  return {
    models: named ?? (preset === undefined ? [] : [preset.model]),
    /** The model that the first stream events name: the preset, if the request names no model. */
    displayedModel: named?.[0] ?? name ?? "",
    instructions: request.instructions ?? preset?.instructions,
    tools: choice === "none" ? [] : tools,
    maxQueries: Math.min(maxSteps, effort === undefined ? Math.ceil(maxSteps / 2) : queriesByEffort[effort])
  }
})

/** The settings of a run. */
export type RunSettings = Effect.Success<ReturnType<typeof resolveSettings>>
