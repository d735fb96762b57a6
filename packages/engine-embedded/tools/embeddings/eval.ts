// Prints retrieval metrics: `node --conditions=@leadline/source packages/engine-embedded/tools/embeddings/eval.ts`.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layerContextualizedEmbeddings, layerEmbeddings } from "../../src/index.ts"
import { figures, type Form, ownSet } from "./retrieval.ts"

const forms: ReadonlyArray<Form> = [
  { size: "0.6b" },
  { size: "4b" },
  { size: "4b", dimensions: 512 },
  { size: "0.6b", dimensions: 128 },
  { size: "0.6b", encoding_format: "base64_binary" },
  { size: "4b", encoding_format: "base64_binary" }
]

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`.padStart(6)

const program = Effect.gen(function* () {
  for (const form of forms) {
    for (const way of ["plain", "contextual"] as const) {
      const { document, first, reciprocal } = yield* figures(ownSet, form, way)
      const name = `${form.size} ${form.dimensions ?? "all"} ${form.encoding_format ?? "base64_int8"} ${way}`
      console.log(
        `${name.padEnd(40)} chunk first ${percent(first)}, document first ${percent(document)}, mean reciprocal rank ${reciprocal.toFixed(2)}`
      )
    }
  }
})

await Effect.runPromise(Effect.provide(program, Layer.merge(layerContextualizedEmbeddings, layerEmbeddings)))
