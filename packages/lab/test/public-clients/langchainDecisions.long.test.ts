// @langchain/core 1.4.0, whose decision models are a class to be extended: the recipe of docs/guides/openai-clients.md.
import {
  BaseDecisionModel,
  parseClassifierResponse,
  type Question,
  type State
} from "@langchain/core/decisions"
import { assert, describe, it } from "vitest"
import { failure, key, running } from "./server.ts"

class LeadlineDecisions extends BaseDecisionModel {
  override lc_namespace = ["leadline", "decisions"]
  readonly #baseUrl: string
  readonly #apiKey: string

  constructor(baseUrl: string, apiKey: string) {
    super({ model: "decider-27b" })
    this.#baseUrl = baseUrl
    this.#apiKey = apiKey
  }

  get _provider() {
    return "leadline"
  }

  async _classify(state: State, questions: Record<string, Question>, config?: { signal?: AbortSignal }) {
    const response = await fetch(`${this.#baseUrl}/v1/decisions`, {
      method: "POST",
      headers: { authorization: `Bearer ${this.#apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ model: this.model, state, questions }),
      ...(config?.signal && { signal: config.signal })
    })
    const body = await response.json()
    if (!response.ok) throw new Error(`${response.status} ${body.error?.message ?? ""}`)
    return parseClassifierResponse(body)
  }
}

const state = "I was charged twice for March. Please pay the second charge back."
const questions = {
  refund: { type: "noul", instructions: "Should the second charge be paid back?" },
  team: {
    type: "choice",
    instructions: "Who helps?",
    criteria: { billing: "Invoices and refunds", technical: "Bugs and outages" }
  },
  mood: {
    type: "score",
    instructions: "How cross is the customer?",
    criteria: ["calm", "annoyed", "furious"]
  }
} satisfies Record<string, Question>

describe("over the engines of npm start", () => {
  const server = running()

  it("a decision model of LangChain has its three kinds of answers", async () => {
    const { choices, nouls, scores } = await new LeadlineDecisions(server.baseUrl, key).invoke({
      state,
      questions
    })
    assert.isTrue(nouls.refund.noul >= 0 && nouls.refund.noul <= 1)
    assert.include(["billing", "technical"], choices.team.choice)
    assert.isTrue(scores.mood.score >= 0 && scores.mood.score <= 2)
  })

  it("a refusal has our words", async () => {
    const error = await failure(new LeadlineDecisions(server.baseUrl, "wrong").invoke({ state, questions }))
    assert.instanceOf(error, Error)
    assert.include(error.message, "401 Missing or invalid API key")
  })
})
