// Decisions by openai 7.57.0, decide of ai 7 with @ai-sdk/openai 4.0.118 and
// @ai-sdk/typesafe-ai 3.0.0, and @langchain/core 1.4.0: all unmodified.
import { createOpenAI } from "@ai-sdk/openai"
import { createTypeSafeAi } from "@ai-sdk/typesafe-ai"
import {
  BaseDecisionModel,
  parseClassifierResponse,
  type Question,
  type State
} from "@langchain/core/decisions"
import { experimental_decide as decide } from "ai"
import { assert, it } from "vitest"
import { openaiClient } from "./openaiTargets.ts"
import { key, running } from "./server.ts"

const server = running()

/** The recipe of docs/guides/openai-clients.md. */
class LeadlineDecisions extends BaseDecisionModel {
  override lc_namespace = ["leadline", "decisions"]
  readonly #baseUrl: string

  constructor(baseUrl: string) {
    super({ model: "decider-27b" })
    this.#baseUrl = baseUrl
  }

  get _provider() {
    return "leadline"
  }

  async _classify(state: State, questions: Record<string, Question>) {
    const response = await fetch(`${this.#baseUrl}/v1/decisions`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify({ model: this.model, state, questions })
    })
    return parseClassifierResponse(await response.json())
  }
}

const mood = {
  type: "score",
  instructions: "How cross?",
  criteria: ["calm", "cross", "furious"] as Array<string>
} as const
const team = {
  type: "choice",
  instructions: "Who takes it?",
  criteria: { billing: "Invoices", support: null }
} as const

it("openai: the three types are answered in their order, with names, labels and typed choices", async () => {
  const { answers, usage } = await openaiClient(server).decisions.create({
    model: "decider-27b",
    input: [{ role: "user", content: [{ type: "input_text", text: "I was charged twice." }] }],
    questions: [
      { type: "score", name: "mood", instructions: "?", levels: [{ label: "calm" }, { label: "cross" }] },
      { type: "predicate", instructions: "Is it about money?" },
      {
        type: "choice",
        name: "sure",
        instructions: "Is it sure?",
        choices: [{ value: true, description: "beyond doubt" }, { value: false }, { value: "maybe" }]
      }
    ]
  })
  const [how, money, sure] = answers
  if (how?.type !== "score" || money?.type !== "predicate" || sure?.type !== "choice")
    return assert.fail("other types")
  assert.deepStrictEqual([how.name, money.name, sure.name], ["mood", null, "sure"])
  assert.deepStrictEqual(
    [...how.probabilities.map(({ label }) => label), ...sure.probabilities.map(({ value }) => value)],
    ["calm", "cross", true, false, "maybe"]
  )
  assert.isAbove(usage.input_tokens, 0)
})

it.each([
  [
    "@ai-sdk/openai",
    () => createOpenAI({ apiKey: key, baseURL: `${server.baseUrl}/openai/v1` }).decisionModel("decider-27b")
  ],
  [
    "@ai-sdk/typesafe-ai",
    () => createTypeSafeAi({ apiKey: key, baseURL: `${server.baseUrl}/v1` }).evaluationModel("jev-latest")
  ]
])("decide of ai with %s: the three types are answered", async (_provider, model) => {
  const { answers, usage } = await decide({
    // The two providers are of different versions of one interface, and ai takes both.
    model: model() as ReturnType<ReturnType<typeof createOpenAI>["decisionModel"]>,
    state: [{ type: "text", text: "I was charged twice." }],
    questions: {
      sure: { type: "boolean", instructions: "Is it about money?", criteria: { true: "an amount is named" } },
      team,
      mood
    },
    maxRetries: 0
  })
  assert.isTrue(answers.sure.probability >= 0 && answers.sure.probability <= 1)
  assert.oneOf(answers.team.choice, ["billing", "support"])
  assert.isTrue(answers.mood.score >= 0 && answers.mood.score <= 2)
  assert.isAbove(usage.inputTokens ?? 0, 0)
})

it("a decision model of LangChain has its three kinds of answers", async () => {
  const { choices, nouls, scores } = await new LeadlineDecisions(server.baseUrl).invoke({
    state: "I was charged twice.",
    questions: { refund: { type: "noul", instructions: "Is it about money?" }, team, mood }
  })
  assert.isTrue(Math.abs((nouls["refund"]?.noul ?? 2) - 0.5) <= 0.5)
  assert.include(["billing", "support"], choices["team"]?.choice)
  assert.isTrue(Math.abs((scores["mood"]?.score ?? 3) - 1) <= 1)
})
