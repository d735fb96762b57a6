// The size of an answer before it is made.
import { bytesOf } from "./base64.ts"
import * as limits from "./limits.ts"
import { sizeOf, type VectorForm } from "./schema.ts"

/** Bytes of so many vectors as base64: most of an answer. Those of a model of unknown size count as the largest. */
export const answerBytes = (
  vectors: number,
  { dimensions, encoding_format = "base64_int8", model }: VectorForm
): number =>
  vectors * Math.ceil(bytesOf(dimensions ?? sizeOf(model) ?? limits.sizes["4b"], encoding_format) / 3) * 4
