import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Client from "../../../src/Client.ts"
import * as ApiKeys from "../../../src/resources/api-keys/index.ts"
import * as AsyncChat from "../../../src/resources/chat/async/index.ts"
import * as Chat from "../../../src/resources/chat/index.ts"
import * as Decisions from "../../../src/resources/decisions/index.ts"
import { isApiError, RateLimitError } from "../../../src/errors/ApiError.ts"
import * as ContextualizedEmbeddings from "../../../src/resources/embeddings/contextualized/index.ts"
import * as Embeddings from "../../../src/resources/embeddings/index.ts"
import * as Models from "../../../src/resources/models/index.ts"
import * as Responses from "../../../src/resources/responses/index.ts"
import * as Search from "../../../src/resources/search/index.ts"
import * as Skills from "../../../src/resources/skills/index.ts"
import { clientOver, good, question, type Step } from "../../fixtures/wire.ts"

const over = (steps: ReadonlyArray<Step>, options: Partial<Client.ClientOptions> = {}) => {
  const { layer, sent } = clientOver(steps, options)
  return { client: Client.promises(layer), sent }
}

const make = (options: Partial<Client.ClientOptions>) => () => over([], options)

/** How a promise was rejected. */
const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => assert.fail("it was answered"),
    (error: unknown) => error
  )

describe("answers", () => {
  it("a call resolves to the answer itself", async () => {
    const { client } = over([good])
    const { answers } = await client.decisions.create(question)
    assert.strictEqual(answers.urgent.noul, 0.75)
  })

  it("a call is sent at once and once, however often it is read", async () => {
    const { client, sent } = over([good])
    const answer = client.decisions.create(question)
    const [{ data, response }, plain] = await Promise.all([
      answer.withResponse(),
      answer,
      answer.withResponse()
    ])
    assert.strictEqual(data, plain)
    assert.strictEqual(response.status, 200)
    assert.strictEqual(response.attempts, 1)
    assert.strictEqual(sent.length, 1)
  })

  it("options stand after the arguments of a method, also when it has none", async () => {
    const { client, sent } = over([{ body: `{"object":"list","data":[]}` }])
    await client.models.list({ headers: { "x-a": "1" } })
    assert.strictEqual(sent[0]?.request.headers["x-a"], "1")
  })

  it("the head is refused where no HTTP stands behind a call", async () => {
    // No call of the mocks is made.
    const engine = Layer.mergeAll(
      Layer.mock(ApiKeys.ApiKeys, {}),
      Layer.mock(AsyncChat.AsyncChat, {}),
      Layer.mock(Chat.Chat, {}),
      Layer.mock(ContextualizedEmbeddings.ContextualizedEmbeddings, {}),
      Layer.mock(Decisions.Decisions, {}),
      Layer.mock(Embeddings.Embeddings, {}),
      Layer.succeed(Models.Models, Models.make({ list: Effect.succeed({ object: "list", data: [] }) })),
      Layer.mock(Responses.Responses, {}),
      Layer.mock(Search.Search, {}),
      Layer.mock(Skills.Skills, {})
    )
    const client = Client.promises(engine)
    assert.deepEqual((await client.models.list()).data, [])
    assert.match(String(await rejection(client.models.list().withResponse())), /no HTTP response/)
  })
})

describe("rejections", () => {
  it("a call rejects with the ApiError itself", async () => {
    const { client } = over([{ status: 429, headers: { "retry-after": "3600" } }])
    const error = await rejection(client.decisions.create(question))
    assert.instanceOf(error, RateLimitError)
    assert.isTrue(isApiError(error))
  })

  it("a failure reported through withResponse is no unhandled rejection of the answer, nor the reverse", async () => {
    const unhandled: Array<unknown> = []
    const note = (reason: unknown) => unhandled.push(reason)
    process.on("unhandledRejection", note)
    const { client } = over([{ status: 400 }])
    await rejection(client.decisions.create(question).withResponse())
    await rejection(client.decisions.create(question))
    await new Promise((resolve) => setTimeout(resolve, 20))
    process.off("unhandledRejection", note)
    assert.deepEqual(unhandled, [])
  })

  it("a call of a closed client is refused", async () => {
    const { client } = over([good])
    await client.close()
    assert.match(String(await rejection(client.decisions.create(question))), /client is closed/)
  })

  it("`await using` closes it at the end of its block", async () => {
    const { client } = over([good])
    {
      await using used = client
      await used.decisions.create(question)
    }
    assert.match(String(await rejection(client.decisions.create(question))), /client is closed/)
  })

  it("closing ends calls in progress", async () => {
    const { client } = over([{ silent: true }])
    const call = rejection(client.decisions.create(question))
    await client.close()
    assert.match(String(await call), /client is closed/)
  })
})

describe("signals", () => {
  it("an aborted signal sends nothing and rejects with its reason", async () => {
    const { client, sent } = over([good])
    const reason = new Error("mine")
    assert.strictEqual(
      await rejection(client.decisions.create(question, { signal: AbortSignal.abort(reason) })),
      reason
    )
    assert.strictEqual(sent.length, 0)
  })

  for (const [name, step] of [
    ["an answer", { silent: true }],
    ["a body", { body: "{", ending: "stalls" }],
    ["the next attempt", { status: 503, headers: { "retry-after": "30" } }]
  ] as const) {
    it(`an abort while waiting for ${name} rejects with the signal's reason, without waiting on`, async () => {
      const { client, sent } = over([step])
      const controller = new AbortController()
      const reason = { any: "value" }
      const call = rejection(client.decisions.create(question, { signal: controller.signal }))
      await new Promise((resolve) => setTimeout(resolve, 30))
      controller.abort(reason)
      assert.strictEqual(await call, reason)
      assert.strictEqual(sent.length, 1)
    })
  }

  it("a finished call leaves no listener on its signal", async () => {
    const { client } = over([good])
    const listeners = new Set<unknown>()
    const signal = {
      aborted: false,
      reason: undefined,
      addEventListener: (_: string, listener: unknown) => listeners.add(listener),
      removeEventListener: (_: string, listener: unknown) => listeners.delete(listener)
    }
    const call = client.decisions.create(question, { signal })
    assert.strictEqual(listeners.size, 1)
    await call
    assert.strictEqual(listeners.size, 0)
  })
})

describe("settings", () => {
  for (const baseUrl of [
    "",
    "service.test",
    "ftp://service.test",
    "http://user:pass@service.test",
    "https://a.test?q",
    "https://a.test#f",
    "https://",
    "https://a b"
  ]) {
    it(`the base URL ${JSON.stringify(baseUrl)} is refused when the client is made`, () => {
      assert.throws(make({ baseUrl }), /^baseUrl: /)
    })
  }
  for (const baseUrl of [
    "http://127.0.0.1:8080",
    "https://a.test/",
    "HTTPS://a.test/base/path",
    "http://[::1]:80"
  ]) {
    it(`the base URL ${baseUrl} is taken`, () => assert.doesNotThrow(make({ baseUrl })))
  }
  for (const apiKey of ["", "two words", "line\n", "schlüssel"]) {
    it(`the key ${JSON.stringify(apiKey)} is refused without repeating it`, () => {
      assert.throws(make({ apiKey }), /^apiKey: expected an API key(, found .*)?$/)
    })
  }
})
