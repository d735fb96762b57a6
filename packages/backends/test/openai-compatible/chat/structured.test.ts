// Answers of a JSON Schema: asked for natively, always validated, repaired once. Limits of tokens by their two names.
import { assert, describe } from "vitest"
import type { ChatRequest } from "@leadline/core/chat"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import {
  type ModelScript,
  modelTransport,
  searchOf,
  servicesOf,
  textReply
} from "../../support/modelScript.ts"
import { test } from "../../support/effects.ts"

const schema = {
  type: "object",
  properties: { hours: { type: "array", items: { type: "integer" } } },
  required: ["hours"]
}
const request: ChatRequest = {
  model: "sonar",
  messages: [{ role: "user", content: "High water?" }],
  response_format: { type: "json_schema", json_schema: { schema } }
}

const use = (script: ModelScript) => {
  const model = modelTransport(script)
  const chat = Effect.map(servicesOf(model, searchOf(2)), (services) => services.chat)
  return { calls: model.calls, chat }
}

describe("structured answers", () => {
  test("are asked for natively, and given as they are", function* () {
    const { calls, chat } = use((body) => textReply(body, '```json\n{"hours":[6,18]}\n```'))
    const answer = yield* (yield* chat).create(request)
    assert.strictEqual(answer.choices[0]?.message.content, '{"hours":[6,18]}')
    assert.deepStrictEqual(calls[0].response_format, {
      type: "json_schema",
      json_schema: { schema, name: "schema" }
    })
  })

  test("are repaired once, also in a stream", function* () {
    const { calls, chat } = use((body, call) =>
      textReply(body, call === 0 ? '{"hours":["six"]}' : '{"hours":[6]}')
    )
    const events = yield* Stream.runCollect(yield* (yield* chat).stream(request))
    assert.strictEqual(events.at(-1)?.choices[0]?.message?.content, '{"hours":[6]}')
    assert.strictEqual(events.at(-1)?.usage?.prompt_tokens, 20)
    assert.strictEqual(calls.length, 2)
  })

  test("that stay wrong are a bad gateway", function* () {
    const { chat } = use((body) => textReply(body, "High water is at six."))
    const error = yield* Effect.flip((yield* chat).create(request))
    assert.strictEqual(error._tag, "ConnectionError")
    assert.match(error.message, /does not follow the schema of response_format/)
  })

  test("are asked for in words of a server that has no such format, which is remembered", function* () {
    const { calls, chat } = use((body) =>
      body.response_format === undefined
        ? textReply(body, '{"hours":[]}')
        : { status: 400, body: { error: { message: "Unknown field response_format" } } }
    )
    const { create } = yield* chat
    yield* create(request)
    yield* create(request)
    assert.deepStrictEqual(
      calls.map((body) => body.response_format === undefined),
      [false, true, true]
    )
    assert.match(calls[2].messages[0].content, /JSON Schema:\n\{"type":"object"/)
  })

  test("of a schema that nothing could be checked by are refused before any call", function* () {
    const { calls, chat } = use((body) => textReply(body, "{}"))
    const format = { type: "json_schema", json_schema: { schema: { not: {} } } } as const
    const error = yield* Effect.flip((yield* chat).create({ ...request, response_format: format }))
    assert.isTrue(error._tag === "InvalidRequestError" && error.issues?.[0]?.path.at(-1) === "not")
    assert.strictEqual(calls.length, 0)
  })
})

test("a limit of tokens has the other name for models that refuse the first, which is remembered", function* () {
  const { calls, chat } = use((body) =>
    body.max_tokens === undefined
      ? textReply(body, "Six.")
      : { status: 400, body: { error: { message: "x" } } }
  )
  const limited: ChatRequest = { model: "sonar", messages: request.messages, max_tokens: 50 }
  const { create, stream } = yield* chat
  yield* create(limited)
  yield* Stream.runDrain(yield* stream(limited))
  assert.deepStrictEqual(
    calls.map(({ max_completion_tokens, max_tokens }) => [max_tokens, max_completion_tokens]),
    [
      [50, undefined],
      [undefined, 50],
      [undefined, 50]
    ]
  )
})
