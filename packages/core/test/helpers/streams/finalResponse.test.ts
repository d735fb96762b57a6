import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { finalResponse, finalResponseEffect } from "../../../src/helpers/streams/index.ts"
import { Chat } from "../../../src/resources/chat/index.ts"
import { outputText } from "../../../src/resources/responses/index.ts"
import { mockClient, respond } from "../../../src/testing/index.ts"
import { rejection } from "../../fixtures/rejection.ts"
import { asked, chatEvents, responsesEvents } from "../../fixtures/streams.ts"
import { mocked } from "../../testing/fixtures.ts"
import { test } from "../../fixtures/effects.ts"

const chunks = chatEvents(["High", " water"])
const responseEvents = responsesEvents(["High", " water"])

async function* from<A>(events: ReadonlyArray<A>) {
  yield* events
}

describe("finalResponse", () => {
  it("is the completion that the events of chat add up to, beside a loop over them", async () => {
    const { client } = mocked([respond.chat.stream(chunks as never)])
    const [shown, kept] = client.chat.stream(asked).tee()
    const collecting = finalResponse(kept)
    let text = ""
    for await (const { choices } of shown) text += choices[0]?.delta.content ?? ""
    const completion = await collecting
    assert.strictEqual(completion.choices[0]?.message.content, text)
    assert.strictEqual(completion.object, "chat.completion")
    assert.strictEqual(completion.usage?.total_tokens, 8)
  })

  it("is the response of the last event of responses", async () => {
    const { client } = mocked([respond.responses.stream(responseEvents as never)])
    const response = await finalResponse(client.responses.stream({ input: "?" }))
    assert.strictEqual(response.status, "completed")
    assert.isAbove(outputText(response).length, 0)
  })

  it("of events without the last one rejects with a StreamTruncatedError", async () => {
    for (const events of [[], chunks.slice(0, 1), responseEvents.slice(0, -1)]) {
      const error = await rejection(finalResponse(from(events) as never))
      assert.deepInclude(error, { _tag: "StreamTruncatedError", eventsSeen: events.length })
    }
  })

  it("of a failed run without a response repeats nothing of its message", async () => {
    const error = { message: "secret", type: "server_error", code: "500" }
    const thrown = await rejection(finalResponse(from([{ type: "response.failed", error }]) as never))
    assert.deepInclude(thrown, { _tag: "InternalServerError", message: "The run failed." })
  })

  test("has a twin for Effect streams", function* () {
    const { layer } = mockClient([respond.chat.stream(chunks as never)])
    const collected = Chat.use((chat) => finalResponseEffect(Stream.unwrap(chat.stream(asked))))
    const completion = yield* Effect.provide(collected, layer)
    assert.strictEqual(completion.choices[0]?.message.content, "High water")
    const cut = yield* Effect.flip(finalResponseEffect(Stream.empty))
    assert.strictEqual(cut._tag, "StreamTruncatedError")
  })
})
