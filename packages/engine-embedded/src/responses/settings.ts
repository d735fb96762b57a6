// Resolves a request with its preset: models, tools, steps.
// Source: §4.7.
import * as ApiError from "@leadline/core/errors"
import type { Preset, ResponsesRequest, Tool } from "@leadline/core/responses"
import * as Effect from "effect/Effect"
import { refuseUnsupportedSchema, refuseUnsupportedTools, schemaNode } from "@leadline/core/internal"
import type { Configuration } from "./presets.ts"

/** The settings of a run. */
export interface RunSettings {
  /** Tried in order. */
  readonly models: ReadonlyArray<string>
  /** The model that the first stream events name: the preset, if the request names no model. */
  readonly displayedModel: string
  readonly instructions: string | undefined
  readonly tools: ReadonlyArray<Tool>
  readonly maxSteps: number
  /** Searches, at most. */
  readonly maxQueries: number
}

const refuse = (type: string, path: ReadonlyArray<string>, message: string) => {
  const issue = { path, message }
  return new ApiError.InvalidRequestError({
    message: ApiError.issueText(issue),
    type,
    param: path.join("."),
    issues: [issue],
    phase: "request"
  })
}

// Assumed: ours.
/** Steps of a request without preset and `max_steps`. */
const defaultSteps = 3

const queriesByEffort = { minimal: 1, low: 2, medium: 3, high: 5, xhigh: 8 } as const

/** The tools of the preset and of the request. A tool of the request replaces those of the same type. */
const mergeTools = (preset: Preset | undefined, own: ReadonlyArray<Tool>): ReadonlyArray<Tool> => {
  const types = new Set(own.map(({ type }) => type))
  return [...(preset?.tools ?? []).filter(({ type }) => !types.has(type)), ...own]
}

/** Resolves a request. Fails for an unknown preset or model, and for an unsupported schema. */
export const resolveSettings = Effect.fnUntraced(function* (
  { defaultPreset, models: known, presets }: Configuration,
  request: ResponsesRequest
) {
  const named = request.models ?? (request.model === undefined ? undefined : [request.model])
  const name = request.preset ?? (named === undefined ? defaultPreset : undefined)
  const preset = name !== undefined && Object.hasOwn(presets, name) ? presets[name] : undefined
  if (name !== undefined && preset === undefined)
    return yield* refuse(
      "invalid_parameter",
      ["preset"],
      `Expected one of ${Object.keys(presets).join(", ")}`
    )
  if (request.models === undefined && request.model !== undefined && !known.has(request.model))
    return yield* refuse("invalid_model", ["model"], "Expected a model that GET /v1/models lists")
  if (request.response_format !== undefined)
    yield* refuseUnsupportedSchema(schemaNode(request.response_format.json_schema.schema), [
      "response_format",
      "json_schema",
      "schema"
    ])
  const tools = mergeTools(preset, request.tools ?? [])
  yield* refuseUnsupportedTools(
    (request.tools ?? []).map((tool) => (tool.type === "function" ? tool.parameters : undefined))
  )
  const choice = request.tool_choice
  if (
    typeof choice === "object" &&
    !tools.some((tool) => tool.type === "function" && tool.name === choice.name)
  )
    return yield* refuse(
      "invalid_parameter",
      ["tool_choice", "name"],
      "Expected the name of a function among the tools"
    )
  const maxSteps = request.max_steps ?? preset?.max_steps ?? defaultSteps
  const effort = request.reasoning?.effort
  const wanted = effort === undefined ? Math.ceil(maxSteps / 2) : queriesByEffort[effort]
  const settings: RunSettings = {
    models: named ?? (preset === undefined ? [] : [preset.model]),
    displayedModel: named?.[0] ?? name ?? "",
    instructions: request.instructions ?? preset?.instructions,
    tools: choice === "none" ? [] : tools,
    maxSteps,
    maxQueries: Math.min(maxSteps, wanted)
  }
  return settings
})
