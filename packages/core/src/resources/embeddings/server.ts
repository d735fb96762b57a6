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

/** `POST /v1/embeddings`. */
export const served = serve(
  embeddings,
  {
    description: "Embeddings of texts by themselves.",
    descriptions: words.all,
    errors,
    names: "all",
    operations: {
      create: { summary: "Embeds texts by themselves", description: "Each text gets one embedding." }
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
