import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as ChatService from "../../src/resources/chat/index.ts"
import * as Client from "../../src/Client.ts"
import { Responses } from "../../src/resources/responses/index.ts"
import { exitOf } from "../fixtures/calls.ts"
import { asked, first, last, mark, responsesEvents, second, sse } from "../fixtures/streams.ts"
import { clientOver, type Step } from "../fixtures/wire.ts"
import { test } from "../fixtures/effects.ts"

const headers = { "content-type": "text/event-stream", "x-request-id": "id-1" }
const viaStream = { viaStream: true } as const

const answerOf = <A, E>(steps: ReadonlyArray<Step>, ask: Effect.Effect<A, E, Client.Services>) =>
  Effect.flatMap(exitOf(steps, ask), ({ exit }) => exit)

const chat = ChatService.Chat.use((service) => service.create(asked, viaStream))
const responses = Responses.use((service) => service.create({ input: "?" }, viaStream))

describe("chat, collected", () => {
  test("is asked for as a stream and answered whole", function* () {
    const { exit, sent } = yield* exitOf([{ headers, body: sse([first, second, last]) + mark }], chat)
    assert.deepEqual<unknown>(yield* exit, {
      id: "c1",
      model: "sonar",
      created: 1_790_000_000,
      object: "chat.completion",
      citations: ["https://tides.example/brest"],
      usage: Reflect.get(last, "usage"),
      choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "High water" } }]
    })
    assert.strictEqual(sent.length, 1)
    assert.strictEqual(sent[0]?.request.headers["accept"], "text/event-stream")
    assert.deepEqual(JSON.parse(String(sent[0]?.request.body)), { ...asked, stream: true })
  })

  test.each<readonly [string, ReadonlyArray<object>, object]>([
    ["without a last event its deltas are the text", [first, second], { content: "High water" }],
    [
      "what a server repeats on the way is not taken for the whole",
      [first, { ...second, choices: [{ index: 0, delta: {}, message: { content: "High" } }] }, second],
      { content: "High water" }
    ],
    [
      "steps of reasoning come one after the other, what is null takes nothing back",
      ["one", "two"].map((thought) => ({
        ...first,
        object: "chat.reasoning",
        usage: null,
        choices: [{ index: 0, delta: { content: null, reasoning_steps: [{ thought }] } }]
      })),
      { content: "", reasoning_steps: [{ thought: "one" }, { thought: "two" }] }
    ]
  ])("%s", function* ([, events, message]) {
    const answer = yield* answerOf([{ headers, body: sse(events) + mark }], chat)
    assert.deepEqual<unknown>(answer.choices[0]?.message, { role: "assistant", ...message })
  })

  test("choices are distinguished by their index, and names of prototypes are fields like others", function* () {
    const odd = `{"id":"c1","model":"m","created":1,"__proto__":{"x":1},"choices":[{"index":1,"delta":{"content":"b"}},{"index":0,"delta":{"content":"a"}}]}`
    const answer = yield* answerOf([{ headers, body: `data: ${odd}\n\ndata: ${odd}\n\n${mark}` }], chat)
    assert.deepEqual(
      answer.choices.map(({ index, message }) => [index, message.content]),
      [
        [1, "bb"],
        [0, "aa"]
      ]
    )
    assert.isUndefined(Reflect.get(answer, "x"))
    assert.isTrue(Object.hasOwn(answer, "__proto__"))
  })

  test("heartbeats keep it alive; its timeout is that of a call", function* () {
    const ping = { after: 30_000, body: ": ping\n\n" }
    const rest = { after: 5_000, body: sse([second, last]) + mark }
    const good: Step = { headers, body: sse([first]), pieces: [ping, ping, rest] }
    assert.strictEqual((yield* answerOf([good], chat)).choices[0]?.message.content, "High water")
    const { exit } = yield* exitOf([{ ...good, pieces: [ping], repeats: true }], chat)
    const error = yield* Effect.flip(exit)
    assert.strictEqual(error._tag, "DeadlineExceededError")
    assert.strictEqual(error.elapsed, 75_000)
  })
})

const ending = (...all: ReadonlyArray<object>) => answerOf([{ headers, body: sse(all) }], responses)

describe("responses, collected", () => {
  const events = responsesEvents(["High", " water"])

  test("are the response of the last event", function* () {
    const answer = yield* answerOf([{ headers, body: sse(events) }], responses)
    assert.deepEqual<unknown>(answer, Reflect.get(events.at(-1) ?? {}, "response"))
  })

  test("that failed, or were ended, are an answer of that status", function* () {
    const [one = {}, two = {}] = events
    const error = { message: "No.", code: "503" }
    const failed = { type: "response.failed", sequence_number: 9, error }
    const answer = yield* ending(one, two, failed)
    assert.deepInclude<unknown>(answer, { id: "resp_1", status: "failed", error })
    const incomplete = yield* ending(one, two, { type: "response.incomplete", sequence_number: 9 })
    assert.strictEqual(incomplete.status, "incomplete")
    assert.deepInclude(yield* Effect.flip(ending(failed)), { _tag: "UnavailableError", message: "No." })
  })
})

describe("a collected answer fails", () => {
  test.each<readonly [string, Step, object]>([
    [
      "where its stream is cut",
      { headers, body: sse([first, second]) },
      { _tag: "StreamTruncatedError", eventsSeen: 2, attempts: 1, requestId: "id-1" }
    ],
    [
      "where an event is none of the contract",
      { headers, body: sse([first, { id: 1 }]) },
      { _tag: "InvalidResponseError", reason: "schema", eventsSeen: 1 }
    ],
    ["where nothing was sent", { headers, body: mark }, { _tag: "InvalidResponseError", reason: "schema" }],
    [
      "with the class an error names",
      { headers, body: sse([first, { error: { message: "Busy", code: 503 } }]) },
      { _tag: "UnavailableError", eventsSeen: 1 }
    ],
    ["with its status", { status: 401 }, { _tag: "AuthenticationError", status: 401 }]
  ])("%s", function* ([, step, wanted]) {
    const { exit, sent } = yield* exitOf([step], chat, { maxRetries: 0 })
    assert.deepInclude(yield* Effect.flip(exit), wanted)
    assert.strictEqual(sent.length, 1)
  })
})

const serving = (...events: ReadonlyArray<object>) =>
  ChatService.make({
    create: () => Effect.die("it streams"),
    stream: () => Effect.succeed(Stream.fromIterable(events as never))
  })

test("an engine in process collects too", function* () {
  const good = yield* serving(first, second, last).create(asked, viaStream)
  assert.strictEqual(good.choices[0]?.message.content, "High water")
  const error = yield* Effect.flip(serving(first, second, last, last).create(asked, viaStream))
  assert.strictEqual(error.message, "An event of the stream is out of order.")
})

it("promises answer via a stream, with head, raw answer and signal", async () => {
  const { layer, sent } = clientOver([{ headers, body: sse([first, second, last]) + mark }])
  const client = Client.promises(layer)
  const answer = client.chat.create(asked, { viaStream: true, headers: { "x-trace": "1" } })
  const { data, response } = await answer.withResponse()
  assert.strictEqual(data.choices[0]?.message.content, "High water")
  assert.strictEqual(response.requestId, "id-1")
  assert.deepEqual(await answer.raw(), data)
  assert.strictEqual(sent[0]?.request.headers["x-trace"], "1")
  const aborted = client.chat.create(asked, { viaStream: true, signal: AbortSignal.abort("mine") })
  assert.strictEqual(await aborted.then(String, (reason: unknown) => reason), "mine")
  assert.strictEqual(sent.length, 1)
  await client.close()
})
