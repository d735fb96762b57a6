// Images go to each decision server in its own form, or are refused.
import { assert, describe, it } from "vitest"
import { type DecisionBackendOptions, decisionBackend } from "../../src/index.ts"
import { decide, failed, questions, request, servers } from "./decide.ts"

const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
const url = `data:image/png;base64,${pixel}`
const image = { type: "image_url", image_url: { url } }
const asked = (state: object) => request({ refund: questions.refund }, state)

const sent = async (options: DecisionBackendOptions, state: object) => {
  const backend = decisionBackend(options)
  await decide(backend, asked(state))
  return backend.posted()[0]?.body as unknown as {
    readonly state?: unknown
    readonly images?: unknown
    readonly input?: unknown
  }
}

describe("an image", () => {
  it("is a data URL beside the state for llama.cpp: in the state it would be read as text", async () => {
    const { images, state } = await sent(servers.llamacpp, ["see", image])
    assert.deepStrictEqual([state, images], [["see"], [url]])
  })

  it("is bare base64 beside the state for Ollama", async () => {
    const { images, state } = await sent(servers.ollama, [image])
    assert.deepStrictEqual([state, images], ["(see the images)", [pixel]])
  })

  it("stays in its place for OpenRouter, which refuses a list beside the state", async () => {
    const { images, state } = await sent(servers.openrouter, ["see", image])
    assert.deepStrictEqual([state, images], [["see", image], undefined])
  })

  it.each(["vllm", "typesafe"])("is refused for %s", async (server) => {
    const backend = { ...servers.vllm, server, settings: { server } }
    const error = await failed(backend, asked(["see", image]))
    assert.strictEqual(error._tag, "InvalidRequestError")
    assert.include(error.message, "state[1]: expected no image")
  })
})
