// A feature that a model server may lack: tools, or answers of a JSON Schema. It is tried, and a refusal is remembered.
// Assumed: ours.
import type * as ApiError from "@leadline/core/errors"
import * as Effect from "effect/Effect"

/** A feature of the models of one server. */
export interface Feature {
  readonly isMissing: (model: string) => boolean
  /**
   * Runs what uses the feature, or what does without. A model whose server refuses the first (400) and not the second
   * lacks the feature from then on; if both fail, the first error stands.
   */
  readonly tryWith: <A>(
    model: string,
    withIt: Effect.Effect<A, ApiError.ApiError>,
    without: Effect.Effect<A, ApiError.ApiError>
  ) => Effect.Effect<A, ApiError.ApiError>
}

const isRefusal = (error: ApiError.ApiError): boolean =>
  error._tag === "InvalidRequestError" && error.phase === "service" && error.type === "invalid_request"

/** Makes a feature that every model may have, or none. */
export const makeFeature = (isOffered = true): Feature => {
  const missing = new Set<string>()
  const isMissing = (model: string) => !isOffered || missing.has(model)
  return {
    isMissing,
    tryWith: (model, withIt, without) =>
      Effect.suspend(() => {
        if (isMissing(model)) return without
        return Effect.catchIf(withIt, isRefusal, (error) =>
          without.pipe(
            Effect.tap(() => Effect.sync(() => missing.add(model))),
            Effect.mapError(() => error)
          )
        )
      })
  }
}
