// The dialect as it is served over the service of decisions, and as OpenAPI describes it.
// Source: §4.1; the path is Assumed: ours, the shape Assumed: clients.
import * as Effect from "effect/Effect"
import { dialect } from "../../../contract/resource.ts"
import { serveGroup } from "../../../server/serve.ts"
import { knownModels } from "../models.ts"
import { makePolicyOf } from "../underPolicy.ts"
import { decisions } from "../resource.ts"
import { example } from "../server.ts"
import type { DecisionsResponse } from "../schema.ts"
import { Decisions } from "../service.ts"
import * as words from "./descriptions.ts"
import { asOne, fromDecisions, toDecisions } from "./dialect.ts"
import { errors } from "./errors.ts"
import { concurrency, questions } from "./limits.ts"
import { OpenAiRequest, OpenAiResponse } from "./schema.ts"

const { model, state } = example.request

const openaiDecisions = dialect(decisions, "openaiDecisions", {
  create: {
    method: "POST",
    path: "/openai/v1/decisions",
    retry: "safe",
    request: OpenAiRequest,
    response: OpenAiResponse
  }
})

/** `POST /openai/v1/decisions`: decisions for clients of OpenAI. */
export const served = serveGroup(
  openaiDecisions,
  {
    description: "Decisions for clients of OpenAI.",
    descriptions: words.all,
    errors,
    operations: {
      create: {
        summary: "Answers questions about an input, in the shape of OpenAI's Decisions",
        description: `As \`POST /v1/decisions\`, for clients of OpenAI whose base URL ends in \`/openai/v1\`: the content is \`input\`, questions and answers are lists, choices may be boolean, and there may be ${questions.max} questions.`,
        example: {
          request: {
            model,
            input: state,
            questions: [
              {
                type: "predicate",
                name: "refund",
                instructions: "The second charge should be paid back."
              },
              {
                type: "choice",
                name: "team",
                instructions: "Who helps?",
                choices: [{ value: "billing" }, { value: "technical" }]
              }
            ]
          },
          response: {
            model,
            answers: [
              { type: "predicate", name: "refund", probability: 0.97 },
              {
                type: "choice",
                name: "team",
                choice: "billing",
                confidence: 0.98,
                probabilities: [
                  { value: "billing", probability: 0.99 },
                  { value: "technical", probability: 0.01 }
                ]
              }
            ],
            usage: {
              input_tokens: 180,
              input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
              output_tokens: 0,
              output_tokens_details: { reasoning_tokens: 0 },
              total_tokens: 180
            }
          }
        }
      }
    }
  },
  Effect.gen(function* () {
    const { create } = yield* Decisions
    const models = yield* knownModels
    const policyOf = yield* makePolicyOf
    return {
      create: {
        prepare: ({ context, request: sent }) =>
          Effect.flatMap(toDecisions(sent, models), (translated) => {
            const found = policyOf(context)
            const answer = Effect.forEach(translated.requests, (request) => create(request), { concurrency })
            const respond = (responses: ReadonlyArray<DecisionsResponse>) =>
              fromDecisions(sent, translated, responses)
            if (found === undefined) return Effect.succeed(Effect.map(answer, respond))
            return Effect.map(found, (apply) =>
              Effect.flatMap(answer, (responses) =>
                Effect.map(apply(...asOne(translated, responses)), (added) => ({
                  ...respond(responses),
                  ...added
                }))
              )
            )
          })
      }
    }
  })
)
