// Kinds of decision servers in a configuration file.
import { parseConfiguration } from "@leadline/backends"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { assert, describe, it } from "vitest"

const parse = (text: string) =>
  Effect.runPromiseExit(
    parseConfiguration({
      name: "backends.yaml",
      text,
      environment: () => "a-key",
      file: () => Effect.succeed("a-key")
    })
  )

const backend = (settings: string) => parse(`backends:\n  one: { ${settings} }\n`)

describe("the settings of", () => {
  it.each([
    ["System One", "kind: system-one, url: http://127.0.0.1:8081, server: ollama, overCap: refuse"],
    [
      "System One below a path",
      "kind: system-one, url: https://api.fireworks.ai/inference, server: fireworks"
    ],
    ["OpenAI's Decisions", "kind: openai-decisions, url: https://api.openai.com/v1, server: openai"],
    ["OpenRouter", "kind: openrouter, apiKey: env:KEY"],
    ["OpenRouter at /api", "kind: openrouter, apiKey: env:KEY, url: https://openrouter.ai/api"],
    ["OpenRouter at /api/v1", "kind: openrouter, apiKey: env:KEY, url: https://openrouter.ai/api/v1"]
  ])("%s are taken", async (_name, settings) => {
    const parsed = await backend(settings)
    assert.isTrue(Exit.isSuccess(parsed), JSON.stringify(parsed))
  })

  it.each([
    ["a server of another dialect", "kind: openai-decisions, url: http://a.test/v1, server: ollama"],
    ["an unknown server", "kind: system-one, url: http://a.test, server: unknown"],
    ["an unknown word for options over the cap", "kind: system-one, url: http://a.test, overCap: cut"],
    ["System One at /v1", "kind: system-one, url: http://a.test/v1"],
    ["OpenAI's Decisions without a path", "kind: openai-decisions, url: http://a.test"],
    ["OpenRouter without a key", "kind: openrouter"]
  ])("%s are refused", async (_name, settings) => {
    assert.isTrue(Exit.isFailure(await backend(settings)))
  })
})
