// What a server did otherwise is in the result of structured output, with promises and with Effect.
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { assert, it } from "vitest"
import { parseChat, parseChatEffect, parseResponse } from "../../src/helpers/structured-output/index.ts"
import { mockClient, respond } from "../../src/testing/index.ts"

const Person = Schema.Struct({ phone: Schema.String })
const request = { model: "sonar", messages: [{ role: "user", content: "Who?" }] } as const
const notice = "not-found=/phone"

const chat = (headers = {}) =>
  respond.chat.create(
    { id: "1", model: "sonar", created: 1, choices: [{ index: 0, message: { content: '{"phone":""}' } }] },
    { headers }
  )

it("parseChat and parseResponse name what was not found", async () => {
  const { client } = mockClient([
    chat({ "x-leadline-notice": notice }),
    chat(),
    respond.responses.create(
      {
        id: "1",
        object: "response",
        created_at: 1,
        model: "m",
        status: "completed",
        output: [
          {
            type: "message",
            id: "1",
            role: "assistant",
            status: "completed",
            content: [{ type: "output_text", text: '{"phone":""}' }]
          }
        ]
      },
      { headers: { "x-leadline-notice": notice } }
    )
  ])
  assert.strictEqual((await parseChat(client.chat, request, Person)).notice, notice)
  assert.notProperty(await parseChat(client.chat, request, Person), "notice")
  assert.strictEqual(
    (await parseResponse(client.responses, { model: "m/m", input: "Who?" }, Person)).notice,
    notice
  )
})

it("parseChatEffect names what was not found", async () => {
  const { layer } = mockClient([chat({ "x-leadline-notice": notice })])
  const found = await Effect.runPromise(Effect.provide(parseChatEffect(request, Person), layer))
  assert.strictEqual(found.notice, notice)
})
