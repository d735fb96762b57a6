// Resolves a request with its preset: models, tools, steps.
// Source: §4.7.
import * as ApiError from "@leadline/core/errors"
import { catalog, type CatalogEntry } from "@leadline/core/models"
import {
  defaultPreset,
  type Preset,
  presets,
  type ResponsesRequest,
  type Tool
} from "@leadline/core/responses"
import * as Effect from "effect/Effect"
import { refuseUnsupportedSchema, refuseUnsupportedTools, schemaNode } from "@leadline/core/internal"

/** Options of the responses engine. All models give the same answers. */
export interface ResponsesOptions {
  /** Models that a request may name. Default: the catalog of the model list. */
  readonly models?: ReadonlyArray<CatalogEntry>
  /** Presets by name. Default: {@link presets}. */
  readonly presets?: { readonly [name: string]: Preset }
  /** Preset of a request without model and preset. Default: `fast-search`. */
  readonly defaultPreset?: string
}

/** The settings of a run. */
export interface RunSettings {
  /** Tried in order. */
  readonly models: ReadonlyArray<string>
  /** Those that exist. */
  readonly knownModels: ReadonlySet<string>
  /** The model that the first stream events name: the preset, if the request names no model. */
  readonly displayedModel: string
  readonly instructions: string | undefined
  readonly tools: ReadonlyArray<Tool>
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
  options: ResponsesOptions,
  request: ResponsesRequest
) {
  const known = new Set((options.models ?? catalog).map(({ id }) => id))
  const all = options.presets ?? presets
  const named = request.models ?? (request.model === undefined ? undefined : [request.model])
  const name = request.preset ?? (named === undefined ? (options.defaultPreset ?? defaultPreset) : undefined)
  const preset = name !== undefined && Object.hasOwn(all, name) ? all[name] : undefined
  if (name !== undefined && preset === undefined)
    return yield* refuse("invalid_parameter", ["preset"], `Expected one of ${Object.keys(all).join(", ")}`)
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
    knownModels: known,
    displayedModel: named?.[0] ?? name ?? "",
    instructions: request.instructions ?? preset?.instructions,
    tools: choice === "none" ? [] : tools,
    maxQueries: Math.min(maxSteps, wanted)
  }
  return settings
})
