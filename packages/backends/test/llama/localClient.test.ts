// The routes of a model in this process: answers, streams, vectors, refusals, and texts that end an answer.
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { assert, it } from "vitest"
import { makeLocalClient } from "../../src/llama/localClient.ts"
import { makeTurns } from "../../src/llama/modelQueue.ts"
import { test } from "../support/effects.ts"
import { type ModelScript, scriptedModel } from "./scriptedModel.ts"
import * as fc from "fast-check"
import { makeStopFilter } from "../../src/llama/stopTexts.ts"

const path = "/v1/chat/completions"
const messages = [{ role: "user", content: "Hi" }]

const clientOf = (script: ModelScript = {}) =>
  Effect.map(Effect.scope, (scope) => {
    const { asked, model } = scriptedModel(script)
    const turns = makeTurns("llama", 2)
    return { asked, turns, client: makeLocalClient({ name: "llama", model, turns, scope }) }
  })

const chat = (body: object, script?: ModelScript) =>
  Effect.flatMap(clientOf(script), ({ client }) =>
    client.call<{ choices: [{ message: { content: string }; finish_reason: string }]; usage: object }>({
      operation: "chat.create",
      path,
      body: { messages, ...body }
    })
  )

test("an answer has its text, why it ended, and its tokens", function* () {
  const { choices, usage } = yield* chat({}, { answer: ["Sa", "lty", "."] })
  assert.deepInclude(choices[0], { finish_reason: "stop" })
  assert.strictEqual(choices[0].message.content, "Salty.")
  assert.deepStrictEqual(usage, { prompt_tokens: "user: Hi\n".length, completion_tokens: 3 })
})

test("an answer that uses up its tokens is cut, and one that meets its stop text is not", function* () {
  const answer = ["one", " two", " three"]
  const [cut] = (yield* chat({ max_tokens: 2 }, { answer })).choices
  assert.deepStrictEqual([cut.message.content, cut.finish_reason], ["one two", "length"])
  const [stopped] = (yield* chat({ stop: [" th"] }, { answer })).choices
  assert.deepStrictEqual([stopped.message.content, stopped.finish_reason], ["one two", "stop"])
})

test("parts of a message are its texts, and the result of a function is what the user says", function* () {
  const { asked, client } = yield* clientOf()
  const content = ["a", "b"].map((text) => ({ type: "text", text }))
  const result = { role: "tool", content: "12:00", tool_call_id: "1" }
  const body = { messages: [{ role: "system", content }, { role: "assistant", content: null }, result] }
  yield* client.call({ operation: "chat.create", path, body })
  assert.deepStrictEqual(asked, ["system: a\nb\nuser: 12:00\n"])
})

test("a stream that fails says so in the stream", function* () {
  const { client } = yield* clientOf({ before: () => Promise.reject(new Error("broken")) })
  const events = yield* client.stream({ operation: "chat.create", path, body: { messages } })
  assert.strictEqual((yield* Effect.flip(Stream.runDrain(events)))._tag, "InternalServerError")
})

test("a stream has the parts of the answer, its end and its usage", function* () {
  const { client } = yield* clientOf({ answer: ["Sa", "lty"] })
  const events = yield* client.stream({ operation: "chat.create", path, body: { messages } })
  const usage = { prompt_tokens: 9, completion_tokens: 2 }
  assert.deepStrictEqual(yield* Stream.runCollect(events), [
    { choices: [{ index: 0, delta: { content: "Sa" } }] },
    { choices: [{ index: 0, delta: { content: "lty" } }] },
    { choices: [{ index: 0, delta: {}, finish_reason: "stop" }], usage },
    "[DONE]"
  ])
})

test("a stream whose reader leaves ends, and gives the model back", function* () {
  const { client, turns } = yield* clientOf({
    answer: Array.from({ length: 100_000 }, () => "x"),
    before: () => new Promise((resolve) => setImmediate(resolve)),
    model: { contextTokens: 1_000_000 }
  })
  const body = { messages, max_tokens: 100_000 }
  const events = yield* client.stream({ operation: "chat.create", path, body })
  yield* Stream.runDrain(Stream.take(events, 1))
  yield* turns.take("chat.create", Effect.void)
})

test.each([
  ["functions", { tools: [{ type: "function", function: { name: "f" } }] }, {}, /calls no functions/],
  [
    "a prompt that leaves no room",
    {},
    { model: { contextTokens: 9 } },
    /has 10 tokens, and the context of the model 9/
  ],
  ["a model without text", {}, { model: { isGenerative: false } }, /writes no text/]
] as const)("refuses %s", function* ([, body, script, message]) {
  const error = yield* Effect.flip(chat(body, script))
  assert.strictEqual(error._tag, "InvalidRequestError")
  assert.match(error.message, message)
})

const embed = (script: ModelScript) =>
  Effect.flatMap(clientOf(script), ({ client }) =>
    client.call({ operation: "embeddings.create", path: "/v1/embeddings", body: { input: ["a", "bc"] } })
  )

test("vectors are those of a model that gives them", function* () {
  assert.deepStrictEqual(yield* embed({ model: { vectorSize: 2 } }), {
    data: [
      { index: 0, embedding: [1, 0] },
      { index: 1, embedding: [1, 0] }
    ],
    usage: { prompt_tokens: 3 }
  })
  const error = yield* Effect.flip(embed({}))
  assert.strictEqual(error._tag, "InvalidRequestError")
  assert.match(error.message, /gives no embeddings/)
  const long = yield* Effect.flip(embed({ model: { vectorSize: 2, contextTokens: 1 } }))
  assert.match(long.message, /2 tokens, and the context of the model 1/)
})

const filtered = (stops: ReadonlyArray<string>, pieces: ReadonlyArray<string>) => {
  const filter = makeStopFilter(stops)
  let text = ""
  for (const piece of pieces) {
    text += filter.add(piece)
    if (filter.isOver()) return text
  }
  return text + filter.rest()
}

it("an answer ends before the first of the texts that stop it, however it is cut into pieces", () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[ab\n]{0,4}$/)),
      fc.array(fc.stringMatching(/^[ab\n]{1,3}$/)),
      (pieces, stops) => {
        const text = pieces.join("")
        const ends = stops.map((stop) => text.indexOf(stop)).filter((at) => at !== -1)
        // The text that ends first may come after one that begins first.
        const found = filtered(stops, pieces)
        assert.isTrue(text.startsWith(found))
        if (ends.length === 0) assert.strictEqual(found, text)
        else assert.isTrue(stops.every((stop) => !found.includes(stop)))
      }
    )
  )
})

it("no text is given that may be the beginning of one that stops the answer", () => {
  const filter = makeStopFilter(["END"])
  assert.deepStrictEqual(
    [filter.add("so E"), filter.add("N"), filter.add("X"), filter.rest()],
    ["so", " ", "E", "NX"]
  )
})

it("the halves of a character are given together", () => {
  const filter = makeStopFilter(["--"])
  assert.deepStrictEqual([filter.add("🎈"), filter.rest()], ["", "🎈"])
})
