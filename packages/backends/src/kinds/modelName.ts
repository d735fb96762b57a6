// The name of a model at a backend.
import * as ApiError from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import type { BackendSettings } from "../configuration/settings.ts"

/** Without its pinned version: `decider-27b-v0` is a version of `decider-27b`. */
const family = (model: string): string => model.replace(/-v\d+$/, "")

/**
 * The name of a model there: as mapped, as its family is mapped, or what `*` is mapped to. `fallback` is the name where
 * the configuration maps no model at all. Undefined: it does not serve the model.
 */
export const modelNameThere = (
  { models }: Pick<BackendSettings, "models">,
  model: string,
  fallback: string | undefined = model
): string | undefined => {
  if (models === undefined) return fallback
  const name = [model, family(model), "*"].find((one) => Object.hasOwn(models, one))
  return name === undefined ? undefined : models[name]
}

/** The error for a model that no backend serves: 400. */
export const unknownModel = () =>
  new ApiError.InvalidRequestError({
    message: "model: expected a model that is configured for the backend",
    param: "model",
    phase: "service",
    type: "invalid_model"
  })

/** {@link modelNameThere}, or the error. */
export const requireModelName = (
  settings: Pick<BackendSettings, "models">,
  model: string,
  fallback?: string
): Effect.Effect<string, ApiError.InvalidRequestError> => {
  const name = modelNameThere(settings, model, fallback)
  return name === undefined ? Effect.fail(unknownModel()) : Effect.succeed(name)
}
