// What the check of a model server finds.
import type { Resource } from "@leadline/backends"
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import {
  type ExtraSettings,
  type ModelScript,
  openaiScript,
  type Script,
  scriptedBackend
} from "../../src/index.ts"

/** What is said of each capability: the advice for a failure, else the value. */
const find = async (
  script: Script,
  routed: ReadonlyArray<Resource> = ["search"],
  settings: ExtraSettings = {}
) => {
  const findings = await Effect.runPromise(
    Effect.scoped(
      Effect.flatMap(scriptedBackend("openai-compatible", script, settings), ({ check }) => check(routed))
    )
  )
  return Object.fromEntries(
    findings.map(({ advice, capability, isFailure, value }) => [
      capability,
      isFailure ? `failure: ${advice}` : (advice ?? value)
    ])
  )
}

const findIn = (script: ModelScript) => find(openaiScript(script))

describe("the check of a model server", () => {
  it("names what llama.cpp can do, and tries what a route uses", async () => {
    const found = await findIn({ program: "llama.cpp", seesImages: true, tokenVectors: true })
    assert.include(found, {
      server: "llama.cpp",
      "log-probabilities": "top-logprobs, 66 alternatives, thinking off",
      labels: "one token each",
      images: "yes",
      embeddings: "1024 components",
      "token vectors": "yes",
      context: "131072 tokens"
    })
    assert.isAbove(Number(found["label mass"]), 0.5)
    const script = openaiScript({ program: "llama.cpp" })
    const ofChat = ["chat", "chat stream", "structured output"]
    assert.hasAllKeys(await find(script, ["chat"]), Object.keys(await find(script)).concat(ofChat))
  })

  it("says why there are no decisions", async () => {
    const found = await findIn({
      program: "Ollama",
      alter: (reply, { path }) =>
        path === "/v1/chat/completions" ? { body: { choices: [{ message: {}, logprobs: null }] } } : reply
    })
    assert.match(found["log-probabilities"] ?? "", /gives no log-probabilities/)
    assert.strictEqual(found["context"], "4096 tokens")
  })

  it("fails for what a route needs, and names what to do", async () => {
    const silent = openaiScript({
      program: "Ollama",
      alter: (reply, { path }) =>
        path === "/v1/chat/completions" ? { status: 404, body: { error: "no model" } } : reply
    })
    const { chat } = await find(silent, ["chat"])
    assert.match(chat ?? "", /^failure: .* check apiKey, url and models/)
    const { noul } = await find(silent, ["decisions"], { models: { sonar: "my-model" } })
    assert.match(noul ?? "", /has no model for this operation: check models/)
  })

  it("ends where nothing answers", async () => {
    assert.deepStrictEqual(Object.keys(await find(() => ({ refuses: "ECONNREFUSED" }))), ["reachable"])
  })
})
