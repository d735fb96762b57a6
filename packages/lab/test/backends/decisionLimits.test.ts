// What a decision server cannot take at once: questions are divided, options asked in rounds, the rest refused.
import { Decisions } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { assert, describe, it } from "vitest"
import { decisionBackend, sharesOf } from "../../src/index.ts"
import { answered, decide, failed, questions, request, servers } from "./decide.ts"

const many = (count: number, question: object) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`q${index}`, question])) as never
const options = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`option ${index}`, null]))
const wide = (count: number) => ({ a: { type: "choice", criteria: options(count) } }) as const

const sizes = (backend: ReturnType<typeof decisionBackend>) =>
  backend.posted().map(({ body }) => Object.keys((body as { readonly questions: object }).questions).length)

describe("questions beyond the cap", () => {
  it("are divided into requests, and their usage added", async () => {
    const backend = decisionBackend(servers.ollama)
    const { answer } = await decide(backend, request(many(128, questions.refund)))
    assert.deepStrictEqual(sizes(backend), [64, 64])
    assert.strictEqual(answer?.usage.input_tokens, 1280)
    assert.lengthOf(Object.keys(answer?.answers ?? {}), 128)
  })

  it("are refused for a model that looks at them together", async () => {
    const settings = { server: "ollama", models: { "decider-27b": "clef-flash" } }
    const error = await failed({ ...servers.ollama, settings }, request(many(65, questions.refund)))
    assert.strictEqual(error._tag, "InvalidRequestError")
    assert.include(error.message, "expected at most 64 questions for the model service, got 65")
  })
})

describe("options beyond the cap", () => {
  it("are asked in rounds: the answer is that of all of them together, and a notice says so", async () => {
    const settings = { server: "llamacpp", models: { "*": "openjev" } }
    const backend = decisionBackend({ ...servers.llamacpp, settings })
    const { answer, headers } = await decide(backend, request(wide(255)))
    assert.deepStrictEqual(sizes(backend), [5, 1])
    assert.strictEqual(headers["x-leadline-notice"], "options-in-rounds")
    const p = Object.values(answer?.answers["a"]?.probabilities ?? {})
    for (const [index, share] of sharesOf(Object.keys(options(255))).entries())
      assert.closeTo(p[index] ?? NaN, share, 1e-9)
  })

  it("are taken up to the cap, and beyond it refused by configuration", async () => {
    const settings = { server: "ollama", overCap: "refuse" }
    const error = await failed({ ...servers.ollama, settings }, request(wide(27)))
    assert.strictEqual(error._tag, "InvalidRequestError")
    assert.include(error.message, "criteria: expected at most 26 options for the model service, got 27")
    const { headers } = await decide(decisionBackend(servers.ollama), request(wide(26)))
    assert.deepStrictEqual(headers, {})
  })
})

it("at most 8 requests are open at a time, and all are aborted with the caller", async () => {
  const settings = { server: "ollama", limits: { questions: 1 } }
  const backend = decisionBackend({ ...servers.ollama, settings, isSilent: true })
  const fiber = Effect.runFork(
    Decisions.use((decisions) => decisions.create(request(many(20, questions.refund)))).pipe(
      Effect.provide(backend.decisions)
    )
  )
  const { requests } = backend.seen
  while (requests.length < 8) await Effect.runPromise(Effect.yieldNow)
  await Effect.runPromise(Fiber.interrupt(fiber))
  assert.deepStrictEqual([requests.length, backend.seen.aborted], [8, 8])
})

it("cost is what the server says, or what the configuration charges", async () => {
  const reported = await answered(servers.openrouter)
  assert.deepInclude(reported.usage, { cost: { currency: "USD", total_cost: 0.001 } })
  const settings = { server: "openai", prices: { "decider-27b": { input: 100 } } }
  const counted = await answered({ ...servers.openai, settings })
  assert.deepInclude(counted.usage, { cost: { currency: "USD", total_cost: 0.003 } })
})
