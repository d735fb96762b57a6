// A feature that a model server may lack: tools, or answers of a JSON Schema. It is tried, and a refusal is remembered.
// Assumed: ours.
import type * as ApiError from "@leadline/core/errors"
import { callerGroup } from "@leadline/core/internal"
import * as Effect from "effect/Effect"

/** A feature of the models of one server. */
export interface Feature {
  /**
   * Runs what uses the feature, or what does without. Where the server refuses the first (400) and not the second, the key
   * group of the caller does without from then on, until the model has used the feature for anyone: the request itself may be
   * what was refused. If both fail, the first error stands.
   */
  readonly tryWith: <A>(
    model: string,
    withIt: Effect.Effect<A, ApiError.ApiError>,
    without: Effect.Effect<A, ApiError.ApiError>
  ) => Effect.Effect<A, ApiError.ApiError>
}

/** Names that are remembered. */
const mostNames = 1_000

const remember = (names: Set<string>, name: string) =>
  Effect.sync(() => {
    if (names.size >= mostNames) names.clear()
    names.add(name)
  })

const isRefusal = (error: ApiError.ApiError): boolean =>
  error._tag === "InvalidRequestError" && error.phase === "service" && error.type === "invalid_request"

/** Makes a feature that every model may have, or none. */
export const makeFeature = (isOffered = true): Feature => {
  /** Models that have used it. */
  const working = new Set<string>()
  /** Groups with models that seem to lack it. */
  const missing = new Set<string>()
  return {
    tryWith: (model, withIt, without) =>
      Effect.withFiber(({ context }) => {
        const name = JSON.stringify([callerGroup(context), model])
        if (!isOffered || (missing.has(name) && !working.has(model))) return without
        return Effect.catchIf(
          Effect.tap(withIt, () => remember(working, model)),
          isRefusal,
          (error) =>
            without.pipe(
              Effect.tap(() => remember(missing, name)),
              Effect.mapError(() => error)
            )
        )
      })
  }
}
