// The response for `useChat` of the AI SDK, read by the AI SDK.
import { toUIMessageStreamResponse } from "@leadline/core/streams"
import { fail, mockClient, respond } from "@leadline/core/testing"
import { DefaultChatTransport, readUIMessageStream, type UIMessage } from "ai"
import { assert, it } from "vitest"

const asked = { model: "sonar", messages: [{ role: "user", content: "When?" }] } as const

/** The last state of the message that `useChat` would show, and the errors on the way. */
const shown = async (response: Response) => {
  const errors: Array<string> = []
  const transport = new DefaultChatTransport({ fetch: () => Promise.resolve(response) })
  const stream = await transport.reconnectToStream({ chatId: "c1" })
  let message: UIMessage | undefined
  const onError = (error: unknown) => void errors.push(String(error))
  for await (const state of readUIMessageStream({ stream: stream ?? assert.fail(), onError })) message = state
  return { parts: message?.parts ?? [], errors }
}

const chunk = (content: string, more: object = {}) => ({
  id: "c1",
  model: "sonar",
  created: 1_790_000_000,
  object: "chat.completion.chunk",
  choices: [{ index: 0, delta: { content } }],
  ...more
})
const delta = { reasoning_steps: [{ thought: "Tides are listed." }] }
const thinking = { ...chunk(""), object: "chat.reasoning", choices: [{ index: 0, delta }] }
const search_results = [{ title: "Tides", url: "https://tides.example/" }]
const chat = respond.chat.stream([
  thinking,
  { ...thinking, object: "chat.reasoning.done" },
  chunk("High water ", { search_results }),
  chunk("is at noon.", { search_results }),
  chunk("", { object: "chat.completion.done" })
])

it("useChat shows text, thoughts and sources of chat", async () => {
  const { client } = mockClient([chat])
  const { errors, parts } = await shown(toUIMessageStreamResponse(client.chat.stream(asked)))
  assert.deepEqual(errors, [])
  assert.lengthOf(parts, 3)
  for (const part of [
    { type: "reasoning", text: "Tides are listed.", state: "done" },
    { type: "text", text: "High water is at noon.", state: "done" },
    { type: "source-url", url: "https://tides.example/", title: "Tides" }
  ]) {
    assert.deepInclude<object>(parts.find(({ type }) => type === part.type) ?? {}, part)
  }
  await client.close()
})

it("useChat shows the text of responses", async () => {
  const place = { item_id: "msg_1", output_index: 0, content_index: 0 }
  const made = { id: "r1", object: "response", created_at: 1, model: "a/b", output: [] } as const
  const responses = respond.responses.stream([
    { type: "response.output_text.delta", ...place, delta: "High water is at noon." },
    { type: "response.completed", response: { ...made, status: "completed" } }
  ])
  const { client } = mockClient([responses])
  const { errors, parts } = await shown(toUIMessageStreamResponse(client.responses.stream({ input: "?" })))
  assert.deepEqual(errors, [])
  assert.deepInclude<object>(parts[0] ?? {}, { type: "text", text: "High water is at noon.", state: "done" })
  await client.close()
})

it("useChat shows the text before a failure, and an error without its words", async () => {
  const { client } = mockClient([fail.cut(chat, 700)])
  const { errors, parts } = await shown(toUIMessageStreamResponse(client.chat.stream(asked)))
  assert.deepEqual(errors, ["Error: The model service could not be reached, or gave no usable answer."])
  assert.isAbove(parts.length, 0)
  await client.close()
})
