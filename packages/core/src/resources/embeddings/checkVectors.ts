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
export const areVectors = (
  data: ReadonlyArray<Embedding>,
  count: number,
  { dimensions, encoding_format = "base64_int8", model }: VectorForm
): Effect.Effect<boolean> => {
  const components = dimensions ?? sizeOf(model)
  const isVector = ({ embedding, index }: Embedding, place: number): boolean =>
    index === place && (components === undefined || fits(embedding, components, encoding_format))
  const from = (start: number): Effect.Effect<boolean> => {
    const end = start + limits.vectorsPerStep
    if (!data.slice(start, end).every((one, place) => isVector(one, start + place)))
      return Effect.succeed(false)
    return end < count ? Effect.flatMap(Effect.yieldNow, () => from(end)) : Effect.succeed(true)
  }
  return data.length === count ? from(0) : Effect.succeed(false)
}

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
