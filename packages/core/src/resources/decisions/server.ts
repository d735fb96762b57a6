// Decisions as they are served, and as OpenAPI describes them.
// Source: §4.1.
import * as Effect from "effect/Effect"
import { serve } from "../../server/serve.ts"
import * as words from "./descriptions.ts"
import { errors } from "./errors.ts"
import { inputPrice } from "./limits.ts"
import { makePolicyOf, underPolicy } from "./underPolicy.ts"
import { decisions } from "./resource.ts"
import { Decisions } from "./service.ts"
import { ServedDecisionsRequest } from "./serverRequest.ts"

/** `POST /v1/decisions`. */
export const served = serve(
  decisions,
  {
    description:
      "Answers named yes-or-no, choice and rating questions about supplied content, with probabilities.",
    descriptions: words.all,
    errors,
    operations: {
      create: {
        summary: "Answers questions about supplied content",
        description: `One answer is returned per question, under its name. Billed at ${inputPrice} USD per million input tokens; output tokens are free.`,
        payload: ServedDecisionsRequest
      }
    }
  },
  Effect.map(Effect.all([Decisions, makePolicyOf]), ([{ create }, policyOf]) => ({
    create: {
      prepare: ({ context, request }) => underPolicy(policyOf, context, request, create(request))
    }
  }))
)
