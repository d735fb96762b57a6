// Names of models that a configuration gives: taken by its routes, listed, and asked for where they are.
import { Chat } from "@leadline/core/chat"
import { ModelNames } from "@leadline/core/internal"
import { layerCatalog, Models } from "@leadline/core/models"
import { outputText, Responses } from "@leadline/core/responses"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { assert, describe } from "vitest"
import type { Configuration } from "../../src/configuration/settings.ts"
import { parseConfiguration } from "../../src/configuration/parse.ts"
import { Backends, layer } from "../../src/routing/Backends.ts"
import { test } from "../support/effects.ts"
import { scriptedTransport } from "../support/scriptedTransport.ts"

const parsed = (lines: string) =>
  parseConfiguration({
    name: "backends.yaml",
    text: lines,
    environment: () => undefined,
    file: () => Effect.as(Effect.void, undefined)
  })

/** Model servers that have `llama` and `qwen`, and answer with the name they were asked for. */
const use = Effect.fnUntraced(function* (configuration: Configuration, isAway = false) {
  const { layer: transport, requests } = scriptedTransport(({ body, url }) => {
    if (isAway) return { status: 500, body: {} }
    if (url.endsWith("/v1/models"))
      return { status: 200, body: { object: "list", data: [{ id: "llama" }, { id: "qwen" }] } }
    const { model } = JSON.parse(String(body ?? "{}"))
    const content = `${new URL(url).port} ${model}`
    const choices = [{ index: 0, finish_reason: "stop", message: { role: "assistant", content } }]
    return model === undefined ? { status: 404, body: {} } : { status: 200, body: { choices } }
  })
  const context = yield* Layer.build(
    layer(configuration, {
      transport: () => transport,
      prepare: (settings) => Effect.succeed({ settings, isReady: () => true }),
      embedded: (resource) =>
        resource === "models"
          ? Effect.map(
              Effect.scoped(
                Layer.build(
                  layerCatalog([{ id: "openai/gpt-5", inputPrice: 1, outputPrice: 1, cachedPrice: null }])
                )
              ),
              (made) => Context.get(made, Models) as never
            )
          : Effect.fail({ message: "no engine here" })
    })
  )
  const ask = (model: string) =>
    Effect.map(
      Context.get(context, Chat).create({
        model,
        messages: [{ role: "user", content: "Hello" }],
        disable_search: true
      }),
      ({ choices }) => choices[0]?.message.content
    )
  const asked = () => requests.filter(({ url }) => url.endsWith("/chat/completions")).map(({ url }) => url)
  return {
    ask,
    asked,
    reload: Context.get(context, Backends).reload,
    names: Context.get(context, ModelNames),
    respond: (request: { readonly model?: string; readonly models?: ReadonlyArray<string> }) =>
      Effect.map(Context.get(context, Responses).create({ input: "Hello", ...request }), outputText),
    list: Effect.map(Context.get(context, Models).list(), ({ data }) => data.map(({ id }) => id))
  }
})

const two = parsed(`
backends:
  a: { kind: openai-compatible, url: "http://127.0.0.1:8081/v1", models: { alpha: llama, sonar: llama } }
  b: { kind: openai-compatible, url: "http://127.0.0.1:8082/v1", models: { beta: qwen } }
routes: { chat: [a, b], responses: [b], models: [embedded] }
`)

const oneWith = (models: string) =>
  parsed(`
backends:
  a: { kind: openai-compatible, url: "http://127.0.0.1:8081/v1"${models} }
routes: { chat: [a], responses: [a], models: [embedded] }
`)

describe("names of models", () => {
  test("are those of the routes of a resource, also after a change", function* () {
    const { list, names, reload } = yield* use(yield* two)
    assert.deepEqual(names("chat"), ["alpha", "sonar", "beta"])
    assert.deepEqual(yield* list, ["alpha", "sonar", "beta"])
    assert.deepEqual(names("responses"), ["beta"])
    assert.deepEqual(names("decisions"), [])
    yield* reload(yield* oneWith(", models: { gamma: llama }"))
    assert.deepEqual(names("chat"), ["gamma"])
  })

  test("are asked for at the backend that has them, and nowhere else", function* () {
    const { ask, asked, respond } = yield* use(yield* two)
    assert.strictEqual(yield* ask("alpha"), "8081 llama")
    assert.strictEqual(yield* ask("beta"), "8082 qwen")
    assert.strictEqual(yield* respond({ model: "beta" }), "8082 qwen")
    assert.lengthOf(asked(), 3)
  })

  test("of one mapped to * are passed on as they are", function* () {
    const { ask } = yield* use(yield* oneWith(', models: { "*": "*" }'))
    assert.strictEqual(yield* ask("any/thing"), "8081 any/thing")
  })

  test("are those that a model server lists, where nothing is configured", function* () {
    const { ask, list, names } = yield* use(yield* oneWith(""))
    assert.deepEqual(names("chat"), ["*"])
    assert.deepEqual(yield* list, ["llama", "qwen"])
    assert.strictEqual(yield* ask("qwen"), "8081 qwen")
    assert.strictEqual(yield* ask("sonar"), "8081 llama")
  })

  test("are shown up to ten in a refusal, which says where all are", function* () {
    const eleven = Array.from({ length: 11 }, (_name, i) => `m${i}`)
    const { ask } = yield* use(yield* oneWith(`, models: { ${eleven.map((m) => `${m}: llama`).join(", ")} }`))
    assert.deepInclude(yield* Effect.flip(ask("gamma")), {
      _tag: "InvalidRequestError",
      param: "model",
      message: `model: expected one of ${eleven.slice(0, 10).join(", ")}, …: GET /v1/models lists all`
    })
  })
})
