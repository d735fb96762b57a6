// All wire cases of embeddings, plain and contextualized.
import { embeddingsFailures, embeddingsTransportErrors } from "./failures.ts"
import { embeddingsRejections } from "./rejections.ts"
import { embeddingsSuccesses } from "./successes.ts"

export const embeddingsWire = [
  ...embeddingsSuccesses,
  ...embeddingsRejections,
  ...embeddingsTransportErrors,
  ...embeddingsFailures
]
