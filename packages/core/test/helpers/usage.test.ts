// Tokens and cost of the calls of a client, over a mock client.
import { assert, it } from "vitest"
import { trackUsage } from "../../src/helpers/usage/index.ts"
import { fail, mockClient, respond, type Step } from "../../src/testing/index.ts"
import { chatEvents } from "../fixtures/streams.ts"
import { until } from "../fixtures/turns.ts"
import { goodBody, question } from "../fixtures/wire.ts"

const request = { model: "sonar", messages: [{ role: "user", content: "x" }] } as const
const completion = {
  id: "c",
  model: "sonar",
  created: 1,
  choices: [{ index: 0, message: { content: "{}" } }],
  usage: {
    prompt_tokens: 10,
    completion_tokens: 5,
    total_tokens: 15,
    cost: { input_tokens_cost: 0, output_tokens_cost: 0, total_cost: 0.25 }
  }
}
const chat = respond.chat.create(completion)
const stream = respond.chat.stream(chatEvents(["High", " water"]) as never)
const decided = respond.decisions.create({
  ...JSON.parse(goodBody),
  usage: { input_tokens: 1_000_000, output_tokens: 3 }
})

/** A client on a script, and the usage of its calls. */
const tracked = (...steps: ReadonlyArray<Step>) => {
  const usage = trackUsage()
  return { usage, client: mockClient(steps, { middleware: [usage.middleware] }).client }
}

it("usage is summed over all calls, by operation and by model; attempts that are retried count nothing", async () => {
  const { client, usage } = tracked(fail.status(503), chat, chat, decided)
  await client.chat.create(request)
  await client.chat.create(request)
  await client.decisions.create(question)
  const sonar = { responses: 2, inputTokens: 20, outputTokens: 10, totalTokens: 30, cost: 0.5 }
  const decider = { responses: 1, inputTokens: 1e6, outputTokens: 3, totalTokens: 1e6 + 3, cost: 0.04 }
  assert.deepStrictEqual(usage.byModel(), { sonar, "decider-27b": decider })
  assert.deepStrictEqual(usage.byOperation(), { "Chat.create": sonar, "Decisions.create": decider })
  assert.deepInclude(usage.total(), { responses: 3, outputTokens: 13, totalTokens: 1e6 + 33, cost: 0.54 })
  usage.reset()
  assert.deepStrictEqual([usage.total().responses, usage.byModel()], [0, {}])
})

it("usage of a stream is that of its last event, of one that is broken off what it said so far", async () => {
  const { client, usage } = tracked(stream, stream)
  for await (const event of client.chat.stream(request)) assert.strictEqual(event.id, "c1")
  assert.deepInclude(usage.total(), { responses: 1, outputTokens: 2, totalTokens: 8 })
  for await (const event of client.chat.stream(request)) if (event.id === "c1") break
  await client.close()
  await until(() => usage.total().responses === 2)
})

it("usage of an async chat counts once, however often it is read", async () => {
  const record = { id: "a", model: "sonar", created_at: 1, status: "COMPLETED", completed_at: 2 }
  const done = respond.asyncChat.get({ ...record, response: completion })
  const { client, usage } = tracked(done, done)
  await client.asyncChat.get({ id: "a" })
  await client.asyncChat.get({ id: "a" })
  assert.strictEqual(usage.total().responses, 1)
})
