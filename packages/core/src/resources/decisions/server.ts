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

/** A request and its response, for the dialects, too. */
export const example = {
  request: {
    model: "decider-27b",
    state: "I was charged twice for March. Please pay the second charge back.",
    questions: {
      refund: { type: "noul", instructions: "Should the second charge be paid back?" },
      team: { type: "choice", criteria: { billing: "Invoices and refunds", technical: "Bugs and outages" } },
      mood: { type: "score", criteria: ["calm", "annoyed", "furious"] }
    }
  },
  response: {
    model: "decider-27b",
    answers: {
      refund: { type: "noul", noul: 0.97 },
      team: {
        type: "choice",
        choice: "billing",
        confidence: 0.98,
        probabilities: { billing: 0.99, technical: 0.01 }
      },
      mood: {
        type: "score",
        score: 1.1,
        confidence: 0.7,
        legend: { 0: "calm", 1: "annoyed", 2: "furious" },
        probabilities: { 0: 0.05, 1: 0.8, 2: 0.15 }
      }
    },
    usage: { input_tokens: 180, output_tokens: 0 }
  }
}

/** `POST /v1/decisions`. */
export const served = serve(
  decisions,
  {
    description:
      "Answers named yes-or-no, choice and rating questions about supplied content, with probabilities.",
    descriptions: words.all,
    errors,
    names: "all",
    operations: {
      create: {
        summary: "Answers questions about supplied content",
        description: `One answer is returned per question, under its name. Billed at ${inputPrice} USD per million input tokens; output tokens are free.`,
        payload: ServedDecisionsRequest,
        example
      }
    }
  },
  Effect.map(Effect.all([Decisions, makePolicyOf]), ([{ create }, policyOf]) => ({
    create: {
      prepare: ({ context, request }) => underPolicy(policyOf, context, request, create(request))
    }
  }))
)
