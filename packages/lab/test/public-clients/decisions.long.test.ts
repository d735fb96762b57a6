// Decisions by openai 7.57.0, @typesafe-ai/sdk 0.6.0, and decide of ai 7 with @ai-sdk/openai 4.0.118 and
// @ai-sdk/typesafe-ai 3.0.0: all unmodified. That each kind of decision server answers as the contract says is a fact of conformance.
import { createOpenAI } from "@ai-sdk/openai"
import { createTypeSafeAi } from "@ai-sdk/typesafe-ai"
import { decisionBackend, systemOneBackend } from "@leadline/lab"
import { experimental_decide as decide } from "ai"
import { AuthenticationError, InternalServerError, RateLimitError } from "openai"
import { assert, describe, it } from "vitest"
import { openaiClient } from "./openaiTargets.ts"
import { failure, key, pixel, running, scripted } from "./server.ts"

const sum = (entries: ReadonlyArray<{ readonly probability: number }>) =>
  entries.reduce((total, { probability }) => total + probability, 0)

describe("over the engines of npm start", () => {
  const server = running()

  it("openai: the three types are answered in their order, with names, labels and typed choices", async () => {
    const { answers, model, usage } = await openaiClient(server).decisions.create({
      model: "decider-27b",
      input: [
        { role: "system", content: "Be fair." },
        { role: "user", content: [{ type: "input_text", text: "I was charged twice." }] }
      ],
      questions: [
        {
          type: "score",
          name: "mood",
          instructions: "How cross?",
          levels: [{ label: "calm" }, { label: "cross" }]
        },
        { type: "predicate", instructions: "Is it about money?" },
        {
          type: "choice",
          name: "sure",
          instructions: "Is it sure?",
          choices: [{ value: true, description: "beyond doubt" }, { value: false }, { value: "maybe" }]
        }
      ],
      prompt_cache_key: "a",
      safety_identifier: "b"
    })
    assert.strictEqual(model, "decider-27b")
    const [mood, money, sure] = answers
    if (mood?.type !== "score" || money?.type !== "predicate" || sure?.type !== "choice")
      return assert.fail("other types")
    assert.deepStrictEqual([mood.name, money.name, sure.name], ["mood", null, "sure"])
    assert.deepStrictEqual(
      mood.probabilities.map(({ label, value }) => [label, value]),
      [
        ["calm", 0],
        ["cross", 1]
      ]
    )
    assert.closeTo(mood.score, mood.probabilities[1]?.probability ?? NaN, 1e-9)
    assert.isTrue(money.probability > 0 && money.probability < 1)
    assert.deepStrictEqual(
      sure.probabilities.map(({ value }) => value),
      [true, false, "maybe"]
    )
    assert.closeTo(sum(sure.probabilities), 1, 1e-9)
    const best = sure.probabilities.toSorted((a, b) => b.probability - a.probability)[0]
    assert.strictEqual(sure.choice, best?.value)
    assert.isAbove(usage.input_tokens, 0)
    assert.strictEqual(usage.total_tokens, usage.input_tokens + usage.output_tokens)
    return undefined
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
        sure: {
          type: "boolean",
          instructions: "Is it about money?",
          criteria: { true: "an amount is named" }
        },
        team: {
          type: "choice",
          instructions: "Who takes it?",
          criteria: { billing: "Invoices", support: null }
        },
        mood: { type: "score", instructions: "How cross?", criteria: ["calm", "cross", "furious"] }
      },
      maxRetries: 0
    })
    assert.isTrue(answers.sure.probability >= 0 && answers.sure.probability <= 1)
    assert.oneOf(answers.team.choice, ["billing", "support"])
    assert.isTrue(answers.mood.score >= 0 && answers.mood.score <= 2)
    assert.isAbove(usage.inputTokens ?? 0, 0)
  })
})

describe("openai, with images", () => {
  const questions = [{ type: "predicate" as const, instructions: "Is it red?" }]
  const see = (image_url: string) => ({
    model: "decider-27b",
    input: [
      {
        role: "user" as const,
        content: [
          { type: "input_text" as const, text: "see" },
          { type: "input_image" as const, image_url, detail: "original" as const }
        ]
      }
    ],
    questions
  })
  const ollama = decisionBackend(systemOneBackend("ollama"))
  const server = scripted({ decisions: ollama.decisions })

  it("a data URL arrives as a server takes it", async () => {
    await openaiClient(server).decisions.create(see(`data:image/png;base64,${pixel}`))
    assert.deepInclude(ollama.posted().at(-1)?.body, { state: ["see"], images: [pixel] } as never)
  })
})

describe("openai, refused", () => {
  const failing = scripted()
  const questions = [{ type: "predicate" as const, instructions: "Is it?" }]
  const fail = (tag: string, apiKey?: string) =>
    failure(
      openaiClient(failing, apiKey).decisions.create({
        model: "decider-27b",
        input: [{ role: "user", content: [{ type: "input_json", data: { fail: tag } }] }],
        questions
      })
    )

  it("a wrong key, a limit and a broken engine are its classes", async () => {
    assert.instanceOf(await fail("none", "wrong"), AuthenticationError)
    assert.instanceOf(await fail("RateLimitError"), RateLimitError)
    assert.instanceOf(await fail("ConnectionError"), InternalServerError)
  })
})
