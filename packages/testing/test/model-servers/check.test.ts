// What the check of a model server finds.
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import { type ModelScript, openaiScript, type Script, scriptedBackend } from "../../src/index.ts"

const find = async (script: Script) => {
  const findings = await Effect.runPromise(
    Effect.scoped(Effect.flatMap(scriptedBackend("openai-compatible", script), ({ check }) => check))
  )
  return Object.fromEntries(findings.map(({ advice, capability, value }) => [capability, advice ?? value]))
}

const findIn = (script: ModelScript) => find(openaiScript(script))

describe("the check of a model server", () => {
  it("names what llama.cpp can do", async () => {
    const {
      latency,
      reachable,
      "label mass": mass,
      ...rest
    } = await findIn({
      program: "llama.cpp",
      seesImages: true,
      tokenVectors: true
    })
    assert.deepStrictEqual(rest, {
      server: "llama.cpp",
      "log-probabilities": "top-logprobs, 66 alternatives, thinking off",
      labels: "one token each",
      images: "yes",
      embeddings: "1024 components",
      "token vectors": "yes",
      context: "131072 tokens"
    })
    assert.match(latency ?? "", /ms$/)
    assert.match(reachable ?? "", /ms/)
    assert.isAbove(Number(mass), 0.5)
  })

  it("says what OpenAI cannot", async () => {
    const found = await findIn({ program: "OpenAI" })
    assert.strictEqual(found["log-probabilities"], "top-logprobs, 20 alternatives, thinking leave")
    assert.strictEqual(found["labels"], "unknown")
    assert.strictEqual(found["images"], "no")
    assert.strictEqual(found["token vectors"], "no")
    assert.strictEqual(found["context"], "unknown")
  })

  it("says why there are no decisions", async () => {
    const found = await findIn({
      program: "Ollama",
      alter: (reply, { path }) =>
        path === "/v1/chat/completions" ? { body: { choices: [{ message: {}, logprobs: null }] } } : reply
    })
    assert.strictEqual(found["log-probabilities"], "The model server gives no log-probabilities.")
    assert.strictEqual(found["server"], "Ollama")
    assert.strictEqual(found["context"], "4096 tokens")
  })

  it("ends where nothing answers", async () => {
    assert.deepStrictEqual(Object.keys(await find(() => ({ refuses: "ECONNREFUSED" }))), ["reachable"])
  })
})
