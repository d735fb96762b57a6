// One backend in place of a file: what it answers, and how it is reached.
import { assert, describe, it } from "@effect/vitest"
import { resources } from "@leadline/backends"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { symlinkSync } from "node:fs"
import { join, resolve } from "node:path"
import { readConfiguration } from "../../src/engines/configuration.ts"
import { test } from "../support/effects.ts"
import { emptyDirectory } from "../support/serverProcess.ts"

const none = { backendApiKey: undefined, backendNetworks: [] }

const read = (backends: string | undefined, more: object = {}) =>
  readConfiguration({ ...none, ...more, backends })

/** The resources that a backend answers, and the backends of the others. */
const routed = (backends: string | undefined) =>
  Effect.map(read(backends), ({ routes }) =>
    Object.entries(routes).flatMap(([resource, steps]) =>
      steps?.[0]?.[0]?.backend === "embedded" ? [] : [resource]
    )
  )

describe("the backends", () => {
  test("of a file that is there and cannot be read are not said to be missing", function* () {
    const file = join(emptyDirectory(), "loop.yaml")
    symlinkSync(file, file)
    const { message } = yield* Effect.flip(read(file))
    assert.strictEqual(message, `LEADLINE_BACKENDS: ${file} cannot be read`)
  })

  it.effect.each([
    [undefined, []],
    ["leadline https://api.example", resources.filter((name) => name !== "asyncChat")],
    ["openai-compatible http://127.0.0.1:8081/v1", ["chat", "decisions", "responses"]]
  ] as const)("%s answer all that they can, but not async chats", ([backends, wanted]) =>
    Effect.map(routed(backends), (found) => assert.sameMembers(found, [...wanted]))
  )

  test("may be one with a model, a key and networks", function* () {
    process.env["LEADLINE_BACKEND_API_KEY"] = "secret-of-the-backend"
    const { backends } = yield* read("openai-compatible http://10.1.2.3/v1/ gpt-x", {
      backendApiKey: Redacted.make("secret-of-the-backend"),
      backendNetworks: ["10.0.0.0/8"]
    }).pipe(Effect.ensuring(Effect.sync(() => delete process.env["LEADLINE_BACKEND_API_KEY"])))
    const { apiKey, ...others } = backends[0] ?? assert.fail()
    assert.strictEqual(apiKey && Redacted.value(apiKey), "secret-of-the-backend")
    assert.deepInclude(others, {
      name: "openai-compatible",
      kind: "openai-compatible",
      networks: ["10.0.0.0/8"],
      models: { "*": "gpt-x" }
    })
    assert.include(others.url, "http://10.1.2.3/v1")
  })

  test("may be a model in this process, by its file", function* () {
    const { backends, routes } = yield* read(undefined, { engine: "llama", model: "models/one.gguf" })
    assert.deepInclude(backends[0], { name: "llama", kind: "llama", url: resolve("models/one.gguf") })
    const local = [[{ backend: "llama", weight: 1 }]]
    const { chat, decisions, embeddings, responses } = routes
    assert.deepStrictEqual(
      { chat, decisions, responses },
      { chat: local, decisions: local, responses: local }
    )
    assert.deepStrictEqual(embeddings, [[{ backend: "embedded", weight: 1 }]])
  })

  it.effect.each([
    [{ engine: "llama" }, undefined, /^LEADLINE_MODEL: required by LEADLINE_ENGINE=llama/],
    [{}, "llama http://127.0.0.1:1", /^LEADLINE_BACKENDS: /],
    [{}, "brave https://api.example", /^LEADLINE_BACKEND_API_KEY: required by brave$/]
  ] as const)("are no model for %o beside %s", ([more, backends, message]) =>
    Effect.map(Effect.flip(read(backends, more)), (error) => assert.match(error.message, message))
  )

  it.effect.each([
    ["leadlin https://api.example", "expected a kind before https://api.example, one of leadline, "],
    ["openai http://a.example", 'LEADLINE_BACKENDS="openai-compatible http://a.example/v1"'],
    ["openai-compatible 127.0.0.1:8081 gpt-x", "expected a URL after openai-compatible, with http:// or"],
    ["leadline https://api.example/v1", "LEADLINE_BACKENDS: url: expected an address without /v1"],
    [
      "http://127.0.0.1:8081/v1/",
      'one of leadline, system-one, openai-decisions, openrouter, openai-compatible, searxng, brave, tavily, exa. For a model server: LEADLINE_BACKENDS="openai-compatible http://127.0.0.1:8081/v1"'
    ],
    ["leadline https://user:word@api.example", "LEADLINE_BACKENDS: url: "],
    ["leadline https://api.example?key=word", "LEADLINE_BACKENDS: "]
  ] as const)("cannot be %s", ([backends, reason]) =>
    Effect.map(Effect.flip(read(backends)), ({ message }) => {
      assert.match(message, /^LEADLINE_BACKENDS: /)
      assert.include(message, reason)
      assert.notInclude(message, "word")
    })
  )
})
