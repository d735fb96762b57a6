// Chat over a model server: what is searched, what the model is asked, what the caller gets, and what it costs.
import { assert, describe } from "vitest"
import type { ChatRequest } from "@leadline/core/chat"
import { UnavailableError } from "@leadline/core/errors"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import { maxQueryLength } from "../../../src/openai-compatible/answering/messages.ts"
import {
  type ModelScript,
  modelTransport,
  searchOf,
  servicesOf,
  textReply
} from "../../support/modelScript.ts"
import { use } from "../../support/chatScript.ts"
import { test } from "../../support/effects.ts"

const question: ChatRequest = {
  model: "sonar",
  messages: [{ role: "user", content: "High water at Brest?" }]
}

const answering =
  (text: string, more?: object): ModelScript =>
  (body) =>
    textReply(body, text, more)

describe("chat", () => {
  test("searches with the filters of the request and cites what was found", function* () {
    const { asked, calls, create } = use(answering("At 06:12 [1], at 18:40 [7]."), {
      prices: { "my-model": { input: 2, output: 4 } }
    })
    const answer = yield* create({
      ...question,
      search_domain_filter: ["tides.example"],
      search_recency_filter: null,
      temperature: 0.5,
      language_preference: "fr",
      web_search_options: { search_context_size: "medium", user_location: { country: "FR" } }
    })
    assert.deepStrictEqual(asked, [
      {
        query: "High water at Brest?",
        max_results: 8,
        max_tokens_per_page: 2_048,
        max_tokens: 12_288,
        country: "FR",
        search_domain_filter: ["tides.example"]
      }
    ])
    assert.strictEqual(answer.choices[0]?.message.content, "At 06:12 [1], at 18:40.")
    assert.deepStrictEqual(answer.citations, ["https://tides.example/1", "https://tides.example/2"])
    assert.deepInclude(answer.usage, {
      prompt_tokens: 10,
      num_search_queries: 1,
      cost: { input_tokens_cost: 0.00002, output_tokens_cost: 0.00002, total_cost: 0.00004 }
    })
    assert.strictEqual(calls[0].temperature, 0.5)
    assert.match(calls[0].messages[0].content, /Answer in French\.[\s\S]*<source number="1" url="https:/)
  })

  test.each([
    [" \n who  is\tit? ", "who is it?"],
    ["\u{1f30a}".repeat(1_000), "\u{1f30a}".repeat(maxQueryLength)]
  ])("searches for the beginning of a text, in one line: %#", function* ([content, query]) {
    const { asked, create } = use(answering("Now."))
    yield* create({ model: "sonar", messages: [{ role: "user", content }] })
    assert.strictEqual(asked[0]?.query, query)
  })

  test("does not search when told not to, and leaves the text as it is", function* () {
    const { asked, create } = use(answering("See [7] and `a[1]`."))
    const answer = yield* create({ ...question, disable_search: true })
    assert.strictEqual(asked.length, 0)
    assert.strictEqual(answer.choices[0]?.message.content, "See [7] and `a[1]`.")
    assert.isFalse("citations" in answer || "search_context_size" in (answer.usage ?? {}))
  })

  test("fails with the error of the search", function* () {
    const model = modelTransport(answering("Made up."))
    const web = searchOf(0, new UnavailableError({ message: "No search now.", retryAfter: 1_000 }))
    const { chat } = yield* servicesOf(model, web)
    const error = yield* Effect.flip(chat.create(question))
    assert.deepStrictEqual([error._tag, error.message], ["UnavailableError", "No search now."])
    assert.strictEqual(model.calls.length, 0)
  })

  test("has the model write the queries of the larger models", function* () {
    const { asked, create } = use((body, call) =>
      textReply(body, call === 0 ? '1. tide Brest\n- "high water"\n3) x\n4. y' : "Now [1].")
    )
    const answer = yield* create({ ...question, model: "sonar-reasoning-pro" })
    assert.deepStrictEqual(asked[0]?.query, ["tide Brest", "high water", "x"])
    assert.strictEqual(answer.usage?.num_search_queries, 3)
    assert.strictEqual(answer.usage?.prompt_tokens, 20)
  })

  test("passes images on, and the messages in one order for all templates", function* () {
    const { calls, create } = use(answering("A tide table."), { limits: { images: 4 } })
    const image = { type: "image_url", image_url: "data:image/png;base64,AA==" } as const
    yield* create({
      model: "sonar",
      disable_search: true,
      messages: [
        { role: "user", content: "Hello" },
        { role: "assistant", content: null },
        { role: "user", content: "there" },
        { role: "system", content: "Be brief." },
        { role: "user", content: [{ type: "text", text: "What is it?" }, image] }
      ]
    })
    const [system, ...rest] = calls[0].messages
    assert.match(system.content, /^Be brief\./)
    assert.deepStrictEqual(rest, [
      { role: "user", content: "Hello\n\nthere" },
      {
        role: "user",
        content: [
          { type: "text", text: "What is it?" },
          { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } }
        ]
      }
    ])
  })

  test("ends the open call when its stream is left", function* () {
    const reply = { choices: [{ index: 0, delta: { content: "Now" } }] }
    const model = modelTransport(() => ({ events: [reply], hangs: true }))
    const { chat } = yield* servicesOf(model, searchOf(0))
    const begun = yield* Deferred.make<boolean>()
    const events = yield* chat.stream({ ...question, disable_search: true })
    const reading = yield* Effect.forkChild(Stream.runForEach(events, () => Deferred.succeed(begun, true)))
    yield* Deferred.await(begun)
    yield* Fiber.interrupt(reading)
    assert.strictEqual(model.seen.aborted, 1)
  })

  test("reads no more of the model than its reader takes", function* () {
    const event = { choices: [{ index: 0, delta: { content: "x".repeat(1_000) } }] }
    const events = Array.from({ length: 10_000 }, () => event)
    const model = modelTransport(() => ({ events }))
    const { chat } = yield* servicesOf(model, searchOf(0))
    const chunks = yield* chat.stream({ ...question, disable_search: true })
    yield* Stream.runDrain(Stream.take(chunks, 100))
    assert.isAtLeast(model.seen.sent, 100)
    assert.isBelow(model.seen.sent, 5_000)
    assert.strictEqual(model.seen.aborted, 1)
  })
})

test("a chat has so many queries as its languages leave of the calls of a search, at their price", function* () {
  const model = modelTransport((body, call) => textReply(body, call === 0 ? "one\ntwo\nthree" : "Now [1]."))
  const web = searchOf(1, undefined, 0.01)
  const { chat } = yield* servicesOf(model, web)
  const languages = ["de", "fr", "es", "it", "pt", "nl", "sv", "da", "fi", "pl"]
  const { usage } = yield* chat.create({
    model: "sonar-reasoning-pro",
    messages: [{ role: "user", content: "High water at Brest?" }],
    search_language_filter: languages
  })
  const [asked] = web.asked
  assert.deepStrictEqual([asked?.query, asked?.search_language_filter], [["one", "two"], languages])
  assert.deepStrictEqual(usage?.cost, {
    input_tokens_cost: 0,
    output_tokens_cost: 0,
    search_queries_cost: 0.01,
    total_cost: 0.01
  })
})
