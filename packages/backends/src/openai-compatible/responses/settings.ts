// Resolves a responses request with its preset: models, tools, steps, format.
// Source: §4.7.
import * as ApiError from "@leadline/core/errors"
import {
  defaultPreset,
  type Preset,
  presets,
  type ResponsesRequest,
  type Tool
} from "@leadline/core/responses"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { configuredModels, modelNameThere, unknownModel } from "../../kinds/modelName.ts"
import { type StructuredFormat, structuredFormat } from "../answering/structured.ts"
import type { ModelServer } from "../server/ModelServer.ts"

/** A model that may answer. */
export interface RunModel {
  /** As the response names it. */
  readonly id: string
  /** Its name there. */
  readonly name: string
}

/** The settings of a run. */
export interface RunSettings {
  /** Tried in order; at least one. */
  readonly models: readonly [RunModel, ...ReadonlyArray<RunModel>]
  /** The name in the first events: the preset, if the request names no model. */
  readonly displayedModel: string
  readonly instructions: string | undefined
  readonly tools: ReadonlyArray<Tool>
  readonly maxSteps: number
  readonly structured: StructuredFormat | undefined
}

// Assumed: ours.
/** Steps of a request without preset and `max_steps`. */
const defaultSteps = 3

const refuse = (path: ReadonlyArray<string>, message: string) => {
  const issue = { path, message }
  return new ApiError.InvalidRequestError({
    message: ApiError.issueText(issue),
    type: "invalid_parameter",
    param: path.join("."),
    issues: [issue],
    phase: "request"
  })
}

/** The model of a preset: as mapped, or else the first that the backend has, under the name of the backend. */
const presetModel = Effect.fnUntraced(function* (
  { info, settings }: ModelServer,
  { model: id }: Preset
): Effect.fn.Return<RunModel, ApiError.ApiError> {
  const mapped = settings.models === undefined ? undefined : modelNameThere(settings, id)
  if (mapped !== undefined) return { id, name: mapped }
  const [first] = settings.models === undefined ? (yield* info).models : Object.values(settings.models)
  if (first === undefined) return yield* unknownModel()
  return { id: `${settings.name}/${first}`, name: first }
})

/** The models that a request names, without those that the backend does not have. */
const namedModels = (server: ModelServer, ids: ReadonlyArray<string>) =>
  Effect.map(
    Effect.forEach(ids, (id) =>
      Effect.option(Effect.map(server.nameOf(id), (name): RunModel => ({ id, name })))
    ),
    (models) => models.flatMap((model) => (Option.isSome(model) ? [model.value] : []))
  )

/** Resolves a request. Fails for an unknown preset or model, a missing function, and an unusable schema. */
export const resolveSettings = Effect.fnUntraced(function* (
  server: ModelServer,
  request: ResponsesRequest
): Effect.fn.Return<RunSettings, ApiError.ApiError> {
  const named = request.models ?? (request.model === undefined ? undefined : [request.model])
  const presetName = request.preset ?? (named === undefined ? defaultPreset : undefined)
  const preset =
    presetName !== undefined && Object.hasOwn(presets, presetName) ? presets[presetName] : undefined
  if (presetName !== undefined && preset === undefined)
    return yield* refuse(["preset"], `Expected one of ${Object.keys(presets).join(", ")}`)
  const found =
    named === undefined
      ? preset === undefined
        ? []
        : [yield* presetModel(server, preset)]
      : yield* namedModels(server, named)
  const [first, ...others] = found
  if (first === undefined) {
    const { info, settings } = server
    return yield* unknownModel(
      settings.models === undefined ? (yield* info).models : configuredModels(settings)
    )
  }
  const own = request.tools ?? []
  const types = new Set(own.map(({ type }) => type))
  const tools = [...(preset?.tools ?? []).filter(({ type }) => !types.has(type)), ...own]
  const choice = request.tool_choice
  if (
    typeof choice === "object" &&
    !tools.some((tool) => tool.type === "function" && tool.name === choice.name)
  )
    return yield* refuse(["tool_choice", "name"], "Expected the name of a function among the tools")
  return {
    models: [first, ...others],
    displayedModel: named?.[0] ?? presetName ?? first.id,
    instructions: request.instructions ?? preset?.instructions,
    tools: choice === "none" ? [] : tools,
    maxSteps: request.max_steps ?? preset?.max_steps ?? defaultSteps,
    structured: yield* structuredFormat(request.response_format?.json_schema)
  }
})
