// Our providers for effect/ai and for ai 7, over the engines of npm start.
import { createLeadline } from "@leadline/ai-sdk"
import { layerDecisionModel } from "@leadline/core/effect-ai"
import { createClient, layerClient } from "@leadline/transport-node"
import { APICallError, cosineSimilarity, embed, embedMany, experimental_decide as decide } from "ai"
import * as Decision from "effect/ai/Decision"
import * as DecisionModel from "effect/ai/DecisionModel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"
import { failure, key, running } from "./server.ts"

const state = "I was charged twice for March. Please pay the second charge back."
const refund = { instructions: "Should the second charge be paid back?" }
const team = { instructions: "Who helps?", criteria: { billing: "Invoices", technical: "Bugs" } } as const
const mood = { instructions: "How cross is the customer?", criteria: ["calm", "annoyed", "furious"] } as const

const triage = Decision.make({
  input: Schema.Struct({ message: Schema.String }),
  decisions: {
    refund: Decision.probability(refund),
    team: Decision.classify(team),
    mood: Decision.rate(mood)
  }
})

const questions = {
  refund: { type: "boolean", ...refund },
  team: { type: "choice", ...team },
  mood: { type: "score", ...mood }
} as const

type Server = ReturnType<typeof running>

const model = ({ baseUrl }: Server, apiKey = key) =>
  layerDecisionModel({ model: "decider-27b" }).pipe(
    Layer.provide(layerClient({ baseUrl, apiKey: Redacted.make(apiKey) }))
  )

/** Asks the model of effect/ai. */
const decided = (server: Server, apiKey?: string) =>
  DecisionModel.decide(triage, { input: { message: state } }).pipe(Effect.provide(model(server, apiKey)))

/** A provider whose client is closed after the calls. */
const provided = async <A>(
  { baseUrl }: Server,
  calls: (provider: ReturnType<typeof createLeadline>) => PromiseLike<A>,
  apiKey = key
): Promise<A> => {
  await using client = createClient({ baseUrl, apiKey })
  return await calls(createLeadline(client))
}

describe("over the engines of npm start", () => {
  const server = running()

  it("DecisionModel.decide of effect/ai and experimental_decide of ai give the same answers, with usage", async () => {
    const { answers, usage: used } = await Effect.runPromise(decided(server))
    assert.isTrue(answers.refund.probability >= 0 && answers.refund.probability <= 1)
    assert.isAbove(used.inputTokens ?? 0, 0)
    const { usage, ...same } = await provided(server, (leadline) =>
      decide({
        model: leadline.decisionModel("decider-27b"),
        state: { message: state },
        questions,
        maxRetries: 0
      })
    )
    assert.isAbove(usage.inputTokens ?? 0, 0)
    assert.strictEqual(same.answers.refund.probability, answers.refund.probability)
    assert.strictEqual(same.answers.team.choice, answers.team.label)
    assert.strictEqual(same.answers.mood.score, answers.mood.rating)
  })

  it("embed and embedMany give vectors of one space", async () => {
    const [cats, close, far] = await provided(server, async (leadline) => {
      const embedder = leadline.embeddingModel("svc-embed-v1-0.6b")
      const { embedding } = await embed({ model: embedder, value: "A cat sat on the mat." })
      const { embeddings } = await embedMany({
        model: embedder,
        values: ["The cat sits on a mat.", "Interest rates fell."]
      })
      return [embedding, ...embeddings] as const
    })
    assert.isAbove(cosineSimilarity(cats, close ?? []), cosineSimilarity(cats, far ?? []))
  })

  it("a wrong key is the error of each library, with the words of the client", async () => {
    const error = await Effect.runPromise(Effect.flip(decided(server, "wrong")))
    assert.strictEqual(error.reason._tag, "AuthenticationError")
    assert.include(error.message, "The API key is wrong or revoked.")
    const refused = await failure(
      provided(
        server,
        (leadline) => decide({ model: leadline.decisionModel("decider-27b"), state, questions }),
        "wrong"
      )
    )
    if (!APICallError.isInstance(refused)) return assert.fail(String(refused))
    assert.strictEqual(refused.statusCode, 401)
    assert.strictEqual(refused.message, "The API key is wrong or revoked.")
    return undefined
  })
})
