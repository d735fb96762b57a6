// Answers that are collected from streams, with viaStream, and which requests are checked.
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ChatService from "../../src/resources/chat/index.ts"
import { Responses } from "../../src/resources/responses/index.ts"
import { exitOf } from "../fixtures/calls.ts"
import { asked, first, last, mark, responsesEvents, second, sse } from "../fixtures/streams.ts"
import type { Step } from "../fixtures/wire.ts"
import { test } from "../fixtures/effects.ts"

const headers = { "content-type": "text/event-stream", "x-request-id": "id-1" }
const viaStream = { viaStream: true } as const
const whole = { headers, body: sse([first, second, last]) + mark }

const chat = ChatService.Chat.use((service) => service.create(asked, viaStream))
const responses = Responses.use((service) => service.create({ input: "?" }, viaStream))

const chatOf = (step: Step) => Effect.flatMap(exitOf([step], chat), ({ exit }) => exit)
const responseOf = (...events: ReadonlyArray<object>) =>
  Effect.flatMap(exitOf([{ headers, body: sse(events) }], responses), ({ exit }) => exit)

describe("chat, collected", () => {
  test("is asked for as a stream and answered whole", function* () {
    const { exit, sent } = yield* exitOf([whole], chat)
    assert.deepEqual<unknown>(yield* exit, {
      id: "c1",
      model: "sonar",
      created: 1_790_000_000,
      object: "chat.completion",
      citations: ["https://tides.example/brest"],
      usage: Reflect.get(last, "usage"),
      choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "High water" } }]
    })
    assert.strictEqual(sent[0]?.request.headers["accept"], "text/event-stream")
    assert.deepEqual(JSON.parse(String(sent[0]?.request.body)), { ...asked, stream: true })
  })

  const repeated = { ...second, choices: [{ index: 0, delta: {}, message: { content: "High" } }] }
  const thoughts = ["one", "two"].map((thought) => ({
    ...first,
    usage: null,
    choices: [{ index: 0, delta: { content: null, reasoning_steps: [{ thought }] } }]
  }))

  test.each<readonly [string, ReadonlyArray<object>, object]>([
    ["without a last event its deltas are the text", [first, second], { content: "High water" }],
    ["what a server repeats is not the whole", [first, repeated, second], { content: "High water" }],
    [
      "steps of reasoning come one after the other, what is null takes nothing back",
      thoughts,
      { content: "", reasoning_steps: [{ thought: "one" }, { thought: "two" }] }
    ]
  ])("%s", function* ([, events, message]) {
    const answer = yield* chatOf({ headers, body: sse(events) + mark })
    assert.deepEqual<unknown>(answer.choices[0]?.message, { role: "assistant", ...message })
  })

  test("choices are distinguished by their index, and names of prototypes are fields like others", function* () {
    const odd = `{"id":"c1","model":"m","created":1,"__proto__":{"x":1},"choices":[{"index":1,"delta":{"content":"b"}},{"index":0,"delta":{"content":"a"}}]}`
    const answer = yield* chatOf({ headers, body: `data: ${odd}\n\ndata: ${odd}\n\n${mark}` })
    const texts = answer.choices.map(({ index, message }) => `${index} ${message.content}`)
    assert.deepEqual(texts, ["1 bb", "0 aa"])
    assert.isTrue(Object.hasOwn(answer, "__proto__"))
  })

  test("fails where its stream is cut, and is not asked for again", function* () {
    const { exit, sent } = yield* exitOf([{ headers, body: sse([first, second]) }], chat)
    const wanted = { _tag: "StreamTruncatedError", eventsSeen: 2, requestId: "id-1" } as const
    assert.deepInclude(yield* Effect.flip(exit), wanted)
    assert.lengthOf(sent, 1)
  })
})

test("responses, collected, are the response of the last event, with its status", function* () {
  const events = responsesEvents(["High", " water"])
  assert.deepEqual<unknown>(yield* responseOf(...events), Reflect.get(events.at(-1) ?? {}, "response"))
  const begun = events.slice(0, 2)
  const failed = { type: "response.failed", sequence_number: 9, error: { message: "No.", code: "503" } }
  const { error } = failed
  assert.deepInclude<unknown>(yield* responseOf(...begun, failed), { id: "resp_1", status: "failed", error })
  assert.deepInclude(yield* Effect.flip(responseOf(failed)), { _tag: "UnavailableError", message: "No." })
})
