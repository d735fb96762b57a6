// One backend in place of a file: what it answers, and how it is reached.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { readConfiguration } from "../../src/engines/configuration.ts"
import { test } from "../support/effects.ts"

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
  it.effect.each([
    [undefined, []],
    [
      "leadline https://api.example",
      ["chat", "contextualizedEmbeddings", "decisions", "embeddings", "models", "responses", "search"]
    ],
    ["openai-compatible http://127.0.0.1:8081/v1", ["chat", "decisions", "responses"]],
    ["searxng http://127.0.0.1:8083", ["search"]]
  ] as const)("%s answer all that they can, but not async chats", ([backends, resources]) =>
    Effect.map(routed(backends), (found) => assert.sameMembers(found, [...resources]))
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

  it.effect.each([
    ["leadlin https://api.example", "expected one of leadline, "],
    ["leadline ftp://api.example", "cannot be read"],
    ["leadline https://api.example/v1", "v1"],
    ["leadline https://user:word@api.example", "LEADLINE_BACKENDS: "],
    ["leadline https://api.example?key=word", "LEADLINE_BACKENDS: "]
  ] as const)("cannot be %s", ([backends, reason]) =>
    Effect.map(Effect.flip(read(backends)), ({ message }) => {
      assert.match(message, /^LEADLINE_BACKENDS: /)
      assert.include(message, reason)
      assert.notInclude(message, "word")
    })
  )
})
