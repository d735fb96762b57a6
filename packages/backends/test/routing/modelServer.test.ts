// A model server and a search service of one configuration: chat and responses by name, by preset, and without one.
import { assert, describe } from "vitest"
import { Chat } from "@leadline/core/chat"
import { CurrentRequest } from "@leadline/core/internal"
import { outputText, Responses } from "@leadline/core/responses"
import * as Effect from "effect/Effect"
import { parseConfiguration } from "../../src/configuration/parse.ts"
import { layer } from "../../src/routing/Backends.ts"
import { backendHeader } from "../../src/routing/tryInOrder.ts"
import { servedRequest } from "../support/servedRequest.ts"
import { scriptedTransport } from "../support/scriptedTransport.ts"
import { test } from "../support/effects.ts"

const text = `
backends:
  chat-server: { kind: openai-compatible, url: "http://127.0.0.1:8082/v1", models: { sonar: my-model } }
  web: { kind: searxng, url: "http://127.0.0.1:8083" }
routes:
  chat: [chat-server]
  responses: [chat-server]
  search: [web]
`

const page = { title: "Tides", url: "https://tides.example/", content: "Six." }
const call = {
  id: "a",
  type: "function",
  function: { name: "web_search", arguments: '{"queries":["tide"]}' }
}

/** Searches when it is offered the tool, then answers. */
const answerTo = (body: string) => {
  const { messages, model, tools } = JSON.parse(body)
  assert.strictEqual(model, "my-model")
  const searches = tools !== undefined && messages.at(-1).role === "user"
  const message = searches ? { content: null, tool_calls: [call] } : { content: "Six [1]." }
  return { choices: [{ index: 0, finish_reason: "stop", message }] }
}

const useOf = Effect.fnUntraced(function* (
  file: string,
  more: Partial<Pick<Parameters<typeof layer>[1], "embedded" | "hasDocuments">> = {},
  searchStatus = 200
) {
  const configuration = yield* parseConfiguration({
    name: "backends.yaml",
    text: file,
    environment: () => undefined,
    file: () => Effect.as(Effect.void, undefined)
  })
  const { layer: transport, requests } = scriptedTransport(({ body, url }) => ({
    status: url.includes(":8083") ? searchStatus : 200,
    body: url.includes(":8083") ? { results: [page] } : answerTo(String(body))
  }))
  const backends = layer(configuration, {
    transport: () => transport,
    prepare: (settings) => Effect.succeed({ settings, isReady: () => true }),
    embedded: () => Effect.fail({ message: "no engine here" }),
    ...more
  })
  return { backends, requests }
})

const use = useOf(text)

const ask = (more: object) =>
  Chat.use(({ create }) =>
    create({ model: "sonar", messages: [{ role: "user", content: "High water?" }], ...more })
  )

/** The search of a process, which finds one page. */
const embeddedSearch = () => {
  const asked: Array<unknown> = []
  const create = (request: unknown) =>
    Effect.sync(() => {
      asked.push(request)
      return { id: "1", results: [{ title: "Tides", url: "https://docs.example/", snippet: "Six." }] }
    })
  return { asked, embedded: () => Effect.succeed({ create } as never) }
}

describe("a model server beside a search service", () => {
  test("answers chat, and is named as the backend that answered", function* () {
    const { backends } = yield* use
    const { headers, request } = servedRequest()
    const answer = yield* ask({}).pipe(
      Effect.provideService(CurrentRequest, request),
      Effect.provide(backends)
    )
    assert.deepStrictEqual(answer.citations, ["https://tides.example/"])
    assert.strictEqual(headers[backendHeader], "chat-server")
    assert.deepStrictEqual([request.engine, request.attempts], ["chat-server", 2])
  })

  test("answers responses to a preset by its first model", function* () {
    const { backends, requests } = yield* use
    const response = yield* Responses.use(({ create }) =>
      create({ input: "High water?", preset: "pro-search" })
    ).pipe(Effect.provide(backends))
    assert.deepStrictEqual([outputText(response), response.model], ["Six [1].", "chat-server/my-model"])
    assert.strictEqual(requests.length, 3)
  })
})

describe("a chat of a model server that says nothing of a search", () => {
  test.each([
    [{}, 0],
    [{ web_search_options: {} }, 1],
    [{ model: "sonar-deep-research" }, 1]
  ] as const)(
    "is answered without one where there are no documents: %j searches %i times",
    function* ([more, searches]) {
      const { asked, embedded } = embeddedSearch()
      const { backends } = yield* useOf(
        text.replace("sonar: my-model", '"*": my-model').replace("[web]", "[embedded]"),
        { embedded, hasDocuments: false }
      )
      const answer = yield* Effect.provide(ask(more), backends)
      assert.strictEqual(asked.length, searches)
      assert.strictEqual(answer.citations?.length ?? 0, searches)
    }
  )

  test("is searched for in documents of the operator, and by a search service", function* () {
    const { asked, embedded } = embeddedSearch()
    const own = yield* useOf(text.replace("[web]", "[embedded]"), { embedded, hasDocuments: true })
    yield* Effect.provide(ask({}), own.backends)
    assert.strictEqual(asked.length, 1)
    const { backends, requests } = yield* useOf(text, { embedded, hasDocuments: false })
    yield* Effect.provide(ask({}), backends)
    assert.deepStrictEqual([asked.length, requests.length], [1, 2])
  })
})
