// Checks that a response has the vectors its request asks for, and the requested model.
// Source: §2.7, §4.6.
import * as Effect from "effect/Effect"
import type * as ApiError from "../../errors/ApiError.ts"
import { responseMismatch } from "../../validation/validate.ts"
import { fits } from "./base64.ts"
import * as limits from "./limits.ts"
import type { Embedding, VectorForm } from "./schema.ts"
import { sizeOf } from "./schema.ts"

/** Is there one vector per text, in order and in the requested format? The size of an unknown model is not checked. */
export const areVectors = Effect.fnUntraced(function* (
  data: ReadonlyArray<Embedding>,
  count: number,
  { dimensions, encoding_format = "base64_int8", model }: VectorForm
) {
  if (data.length !== count) return false
  const components = dimensions ?? sizeOf(model)
  let place = 0
  for (const { embedding, index } of data) {
    if (index !== place || (components !== undefined && !fits(embedding, components, encoding_format)))
      return false
    if (place++ % limits.vectorsPerStep === limits.vectorsPerStep - 1) yield* Effect.yieldNow
  }
  return true
})

/** The response, if it is complete and of the requested model. */
export const checkVectors = <A extends { readonly model: string }>(
  response: A,
  { model }: VectorForm,
  isComplete: Effect.Effect<boolean>
): Effect.Effect<A, ApiError.ApiError> =>
  Effect.flatMap(response.model === model ? isComplete : Effect.succeed(false), (isFit) =>
    isFit
      ? Effect.succeed(response)
      : Effect.fail(responseMismatch("The model, number or size of the vectors is wrong."))
  )
