// Contextualized embeddings as they are served, and as OpenAPI describes them.
// Source: §4.6.
import * as Effect from "effect/Effect"
import { takeForAnswer } from "../../../server/admission/MemoryBudget.ts"
import { chunkedJson } from "../../../server/response/chunkedResponse.ts"
import { serve } from "../../../server/serve.ts"
import { answerBytes } from "../answerBytes.ts"
import { errors } from "../errors.ts"
import { exampleEmbedding, exampleUsage, shortVectors } from "../server.ts"
import * as words from "./descriptions.ts"
import { contextualizedEmbeddings } from "./resource.ts"
import { ContextualizedEmbeddings } from "./service.ts"

const model = "svc-embed-context-v1-0.6b"

/** `POST /v1/contextualizedembeddings`. */
export const served = serve(
  contextualizedEmbeddings,
  {
    description: "Embeddings of chunks in the context of their documents.",
    descriptions: words.all,
    errors,
    names: "all",
    operations: {
      create: {
        summary: "Embeds chunks of documents with their context",
        description:
          "Each document is a list of its chunks in order; each chunk gets one embedding that knows the whole document.",
        example: {
          request: { model, input: [["The pier opens at six.", "It closes at ten."]], ...shortVectors },
          response: {
            object: "list",
            model,
            data: [{ object: "list", index: 0, data: [exampleEmbedding(0), exampleEmbedding(1)] }],
            usage: exampleUsage
          }
        }
      }
    }
  },
  Effect.map(ContextualizedEmbeddings, ({ create }) => ({
    create: {
      prepare: ({ context, request }) => {
        const vectors = request.input.reduce((sum, { length }) => sum + length, 0)
        return Effect.map(takeForAnswer(context, answerBytes(vectors, request)), () =>
          Effect.map(create(request), chunkedJson(context))
        )
      }
    }
  }))
)
