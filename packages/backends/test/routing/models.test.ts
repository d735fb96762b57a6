// Models of a configuration: names that it gives, and a model server beside a search service.
import { Chat } from "@leadline/core/chat"
import { CurrentRequest, ModelNames } from "@leadline/core/internal"
import { layerCatalog, Models } from "@leadline/core/models"
import { outputText, Responses } from "@leadline/core/responses"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { assert, describe } from "vitest"
import type { RuntimeOptions } from "../../src/routing/ActiveConfiguration.ts"
import { backendHeader } from "../../src/routing/tryInOrder.ts"
import { configured } from "../support/configured.ts"
import { servedRequest, test } from "../support/effects.ts"
import { call, searchOf } from "../support/modelServer.ts"

const catalog = layerCatalog([{ id: "openai/gpt-5", inputPrice: 1, outputPrice: 1, cachedPrice: null }])

/**
 * Model servers that have `llama` and `qwen`, and answer with their port and the name they were asked for, after a search if
 * they are offered the tool; and a search service.
 */
const use = Effect.fnUntraced(function* (
  text: string,
  more: Partial<RuntimeOptions<{ readonly message: string }>> = {}
) {
  const { context, reload, requests } = yield* configured(
    text,
    ({ body, url }) => {
      if (url.includes(":8083"))
        return { body: { results: [{ title: "a", url: "https://b.example/", content: "c" }] } }
      if (body === undefined) return { body: { object: "list", data: [{ id: "llama" }, { id: "qwen" }] } }
      const { messages, model, tools } = JSON.parse(String(body))
      const isSearch = tools !== undefined && messages.at(-1).role === "user"
      const message = isSearch
        ? { content: null, tool_calls: [call("web_search", { queries: ["tide"] })] }
        : { content: `${new URL(url).port} ${model}` }
      return { body: { choices: [{ index: 0, finish_reason: "stop", message }] } }
    },
    {
      embedded: () => Effect.scoped(Effect.provide(Models, catalog)) as never,
      ...more
    }
  )
  const messages = [{ role: "user", content: "High water?" }] as const
  const chat = (request: object) =>
    Context.get(context, Chat).create({ model: "sonar", messages, ...request })
  return {
    reload,
    requests,
    names: Context.get(context, ModelNames),
    chat,
    ask: (model: string) =>
      Effect.map(chat({ model, disable_search: true }), ({ choices }) => choices[0]?.message.content),
    respond: (request: object) =>
      Context.get(context, Responses).create({ input: "High water?", ...request }),
    list: Effect.map(Context.get(context, Models).list(), ({ data }) => data.map(({ id }) => id))
  }
})

const two = `
backends:
  a: { kind: openai-compatible, url: "http://127.0.0.1:8081/v1", models: { alpha: llama, sonar: llama } }
  b: { kind: openai-compatible, url: "http://127.0.0.1:8082/v1", models: { beta: qwen } }
routes: { chat: [a, b], responses: [b], models: [embedded] }
`

const oneWith = (models: string) => `
backends:
  a: { kind: openai-compatible, url: "http://127.0.0.1:8081/v1"${models} }
routes: { chat: [a], responses: [a], models: [embedded] }
`

describe("names of models", () => {
  test("are those of the routes of a resource, also after a change", function* () {
    const { list, names, reload } = yield* use(two)
    assert.deepEqual(names("chat"), ["alpha", "sonar", "beta"])
    assert.deepEqual(yield* list, ["alpha", "sonar", "beta"])
    assert.deepEqual(names("responses"), ["beta"])
    assert.deepEqual(names("decisions"), [])
    yield* reload(oneWith(", models: { gamma: llama }"))
    assert.deepEqual(names("chat"), ["gamma"])
  })

  test("are asked for at the backend that has them, and nowhere else", function* () {
    const { ask, requests, respond } = yield* use(two)
    assert.strictEqual(yield* ask("alpha"), "8081 llama")
    assert.strictEqual(yield* ask("beta"), "8082 qwen")
    assert.strictEqual(outputText(yield* respond({ model: "beta", tools: [] })), "8082 qwen")
    assert.lengthOf(
      requests.filter(({ body }) => body !== undefined),
      3
    )
  })

  test("of one mapped to * are passed on as they are; without any, they are those that the server lists", function* () {
    const mapped = yield* use(oneWith(', models: { "*": "*" }'))
    assert.strictEqual(yield* mapped.ask("any/thing"), "8081 any/thing")
    const { ask, list, names } = yield* use(oneWith(""))
    assert.deepEqual(names("chat"), ["*"])
    assert.deepEqual(yield* list, ["llama", "qwen"])
    assert.strictEqual(yield* ask("qwen"), "8081 qwen")
    assert.strictEqual(yield* ask("sonar"), "8081 llama")
  })
})

const searched = `
backends:
  chat-server: { kind: openai-compatible, url: "http://127.0.0.1:8082/v1", models: { "*": mine } }
  web: { kind: searxng, url: "http://127.0.0.1:8083" }
routes: { chat: [chat-server], responses: [chat-server], search: [web] }
`

/** The search of a process, which finds one page. */
const embedded = () => Effect.succeed(searchOf(1).search as never)

describe("a model server beside a search service", () => {
  test("answers chat and responses, and is named as the backend that answered", function* () {
    const { chat, requests, respond } = yield* use(searched)
    const { headers, request } = servedRequest()
    const answer = yield* Effect.provideService(chat({}), CurrentRequest, request)
    assert.deepStrictEqual(answer.citations, ["https://b.example/"])
    assert.strictEqual(headers[backendHeader], "chat-server")
    assert.deepStrictEqual([request.engine, request.attempts, requests.length], ["chat-server", 2, 2])
    const response = yield* respond({ preset: "pro-search" })
    assert.deepStrictEqual([outputText(response), requests.length], ["8082 mine", 5])
  })

  test.each([
    ["not searched for where there are no documents", {}, false, 0],
    ["searched for where it asks for that", { web_search_options: {} }, false, 1],
    ["searched for by a model of several searches", { model: "sonar-deep-research" }, false, 1],
    ["searched for in documents of the operator", {}, true, 1]
  ] as const)("answers a chat that is %s: %j", function* ([, request, hasDocuments, searches]) {
    const { chat } = yield* use(searched.replace("[web]", "[embedded]"), { embedded, hasDocuments })
    assert.lengthOf((yield* chat(request)).citations ?? [], searches)
  })
})
