// Images go to each decision server in its own form, or are refused.
import { assert, describe, it } from "vitest"
import { decisionBackend } from "../../src/index.ts"
import { decide, failed, questions, request, servers } from "./decide.ts"

const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
const url = `data:image/png;base64,${pixel}`
const image = { type: "image_url", image_url: { url } }
const asked = (state: object) => request({ refund: questions.refund }, state)

describe("an image", () => {
  it.each([
    ["is a data URL beside the state for llama.cpp", servers.llamacpp, ["see", image], ["see"], [url]],
    ["is bare base64 beside the state for Ollama", servers.ollama, [image], "(see the images)", [pixel]],
    ["stays in its place for OpenRouter", servers.openrouter, ["see", image], ["see", image], undefined]
  ])("%s", async (_, options, given, state, images) => {
    const backend = decisionBackend(options)
    await decide(backend, asked(given))
    const body = backend.posted()[0]?.body as { readonly [field: string]: unknown }
    assert.deepStrictEqual([body["state"], body["images"]], [state, images])
  })

  it.each(["vllm", "typesafe"] as const)("is refused for %s", async (server) => {
    const error = await failed(servers[server], asked(["see", image]))
    assert.strictEqual(error._tag, "InvalidRequestError")
    assert.include(error.message, "state[1]: expected no image")
  })
})
