// The name of a model at a backend.
import { ChatModel } from "@leadline/core/chat"
import { ContextualizedEmbeddingsModel } from "@leadline/core/contextualized-embeddings"
import { Model } from "@leadline/core/decisions"
import { EmbeddingsModel } from "@leadline/core/embeddings"
import * as ApiError from "@leadline/core/errors"
import { anyModel, isOfContract } from "@leadline/core/internal"
import { ModelId } from "@leadline/core/responses"
import * as Effect from "effect/Effect"
import type { BackendSettings } from "../configuration/settings.ts"

/** Is a name one that the contract has for any of its resources? */
export const isContractModel = (name: string): boolean =>
  [ChatModel, Model, EmbeddingsModel, ContextualizedEmbeddingsModel, ModelId].some((schema) =>
    isOfContract(schema, name)
  )

/** Without its pinned version: `decider-27b-v0` is a version of `decider-27b`. */
const family = (model: string): string => model.replace(/-v\d+$/, "")

/**
 * The name of a model there: as mapped, as its family is mapped, or what `*` is mapped to, which may be `*` for the name
 * itself. `fallback` is the name where the configuration maps no model at all. Undefined: it does not serve the model.
 */
export const modelNameThere = (
  { models }: Pick<BackendSettings, "models">,
  model: string,
  fallback: string | undefined = model
): string | undefined => {
  if (models === undefined) return fallback
  const name = [model, family(model), anyModel].find((one) => Object.hasOwn(models, one))
  const there = name === undefined ? undefined : models[name]
  return there === anyModel ? model : there
}

/** The names that the configuration has for the models of a backend, `*` included. */
export const configuredModels = ({ models = {} }: Pick<BackendSettings, "models">): ReadonlyArray<string> =>
  Object.keys(models)

/** Names that the error for an unknown model shows. */
const shownNames = 10

/** The error for a model that no backend serves: 400, with the first of those that are known. */
export const unknownModel = (known: ReadonlyArray<string> = []) => {
  const names = known.filter((name) => name !== anyModel)
  return new ApiError.InvalidRequestError({
    message:
      names.length === 0
        ? "model: expected a model that is configured for the backend: GET /v1/models lists them"
        : `model: expected one of ${names.slice(0, shownNames).join(", ")}` +
          (names.length > shownNames ? ", …: GET /v1/models lists all" : ""),
    param: "model",
    phase: "service",
    type: "invalid_model"
  })
}

/** `modelNameThere`, or the error. */
export const requireModelName = (
  settings: Pick<BackendSettings, "models">,
  model: string
): Effect.Effect<string, ApiError.InvalidRequestError> => {
  const name = modelNameThere(settings, model)
  return name === undefined ? Effect.fail(unknownModel(configuredModels(settings))) : Effect.succeed(name)
}
