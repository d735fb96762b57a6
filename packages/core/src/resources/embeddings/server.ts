// Embeddings as they are served, and as OpenAPI describes them.
// Source: §4.6; Assumed: OAS.
import * as Effect from "effect/Effect"
import { takeForAnswer } from "../../server/admission/MemoryBudget.ts"
import { chunkedJson } from "../../server/response/chunkedResponse.ts"
import { serve } from "../../server/serve.ts"
import { answerBytes } from "./answerBytes.ts"
import * as words from "./descriptions.ts"
import { errors } from "./errors.ts"
import { embeddings } from "./resource.ts"
import { Embeddings } from "./service.ts"

const model = "svc-embed-v1-0.6b"

/** Fields of an example whose vectors are short: 128 components, each as its sign. */
export const shortVectors = { dimensions: 128, encoding_format: "base64_binary" }

/** An embedding of such an example. */
export const exampleEmbedding = (index: number) => ({
  object: "embedding",
  index,
  embedding: "qqqqqqqqqqqqqqqqqqqqqg=="
})

/** The usage of an example. */
export const exampleUsage = {
  prompt_tokens: 9,
  total_tokens: 9,
  cost: { input_cost: 0.000000036, total_cost: 0.000000036, currency: "USD" }
}

/** `POST /v1/embeddings`. */
export const served = serve(
  embeddings,
  {
    description: "Embeddings of texts by themselves.",
    descriptions: words.all,
    errors,
    names: "all",
    operations: {
      create: {
        summary: "Embeds texts by themselves",
        description: "Each text gets one embedding.",
        example: {
          request: { model, input: ["The pier opens at six."], ...shortVectors },
          response: { object: "list", model, data: [exampleEmbedding(0)], usage: exampleUsage }
        }
      }
    }
  },
  Effect.map(Embeddings, ({ create }) => ({
    create: {
      prepare: ({ context, request }) => {
        const vectors = typeof request.input === "string" ? 1 : request.input.length
        return Effect.map(takeForAnswer(context, answerBytes(vectors, request)), () =>
          Effect.map(create(request), chunkedJson(context))
        )
      }
    }
  }))
)
