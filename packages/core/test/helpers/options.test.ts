// Unknown and invalid options of helpers are a TypeError that names them; nothing is sent.
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Cause from "effect/Cause"
import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"
import { embedAll, embedAllDocuments, mapDecisions } from "../../src/helpers/bulk/index.ts"
import { toReadableStream, toResponse, toUIMessageStreamResponse } from "../../src/helpers/streams/index.ts"
import {
  jsonSchemaFormat,
  parseChat,
  parseChatEffect,
  parseResponse
} from "../../src/helpers/structured-output/index.ts"
import { runTools, runToolsEffect, runToolsStream } from "../../src/helpers/tools/index.ts"
import { mockClient } from "../../src/testing/index.ts"
import { failed, request, weather } from "./tools/fixtures.ts"

const { client, layer, requests } = mockClient([])
const Answer = Schema.Struct({ yes: Schema.Boolean })
const chat = { model: "sonar", messages: [{ role: "user", content: "Hello" }] } as const

async function* nothing() {}

/** Helpers that throw, and those that reject, with one unknown or invalid option. */
const calls: {
  readonly [helper: string]: readonly [wrong: object, message: string, call: (options: object) => unknown]
} = {
  mapDecisions: [
    { concurency: 3 },
    "concurency: unknown option; known are concurrency, order, onProgress, startAt, onError, signal",
    (options) =>
      mapDecisions(
        client.decisions,
        [],
        () => ({ model: "decider-27b", state: "a", questions: { a: { type: "noul", instructions: "?" } } }),
        options
      )
  ],
  embedAll: [
    { on_error: "yield" },
    "on_error: unknown option, use onError",
    (options) => embedAll(client.embeddings, [], { model: "svc-embed-v1-4b", ...options })
  ],
  embedAllDocuments: [
    { concurrency: 0 },
    "concurrency: expected an integer from 1",
    (options) =>
      embedAllDocuments(client.contextualizedEmbeddings, [], {
        model: "svc-embed-context-v1-4b",
        ...options
      })
  ],
  toReadableStream: [
    { heartbeats: 3 },
    "heartbeats: unknown option; known are heartbeat, errorMessage",
    (options) => toReadableStream(nothing(), options)
  ],
  toResponse: [
    { status: "200" },
    "status: expected an integer from 200 to 599",
    (options) => toResponse(nothing(), options)
  ],
  toUIMessageStreamResponse: [
    { heartbeat: 0 },
    'heartbeat: expected positive milliseconds, or a duration like "20 seconds"',
    (options) => toUIMessageStreamResponse(nothing(), options)
  ],
  jsonSchemaFormat: [
    { name: "" },
    "name: expected a text of 1 to 64 characters",
    (options) => jsonSchemaFormat(Answer, options)
  ],
  parseChat: [
    { strikt: true },
    "strikt: unknown option; known are name, description, strict, viaStream, timeout, ",
    (options) => parseChat(client.chat, chat, Answer, options)
  ],
  parseResponse: [
    { strict: 1 },
    "strict: expected true or false",
    (options) => parseResponse(client.responses, request, Answer, options)
  ],
  runTools: [
    { maxStep: 3 },
    "maxStep: unknown option; known are maxSteps, concurrency, onToolError, timeout, ",
    (options) => runTools(client.responses, request, [weather], options)
  ],
  runToolsStream: [
    { onToolError: "x" },
    "onToolError: expected one of report, throw",
    (options) => runToolsStream(client.responses, request, [weather], options)[Symbol.asyncIterator]().next()
  ]
}

/** Each with the whole client in place of a resource, as JavaScript allows. */
const whole: { readonly [helper: string]: readonly [resource: string, call: (given: never) => unknown] } = {
  mapDecisions: ["decisions", (given) => mapDecisions(given, [], () => assert.fail())],
  embedAll: ["embeddings", (given) => embedAll(given, [], { model: "svc-embed-v1-4b" })],
  embedAllDocuments: [
    "contextualizedEmbeddings",
    (given) => embedAllDocuments(given, [], { model: "svc-embed-context-v1-4b" })
  ],
  parseChat: ["chat", (given) => parseChat(given, chat, Answer)],
  parseResponse: ["responses", (given) => parseResponse(given, request, Answer)],
  runTools: ["responses", (given) => runTools(given, request, [weather])],
  runToolsStream: [
    "responses",
    (given) => runToolsStream(given, request, [weather])[Symbol.asyncIterator]().next()
  ]
}

const tried = async (call: () => unknown): Promise<unknown> => call()

describe("options of helpers", () => {
  it.each(Object.entries(calls))("%s names what is wrong", async (_, [wrong, message, call]) => {
    const error = await failed(tried(() => call(wrong)))
    assert.isTrue(error instanceof TypeError)
    assert.include(String(error), message)
    assert.strictEqual(requests.length, 0)
  })

  it.each(Object.entries(whole))(
    "%s given the whole client says what to pass",
    async (_, [resource, call]) => {
      for (const given of [client, undefined]) {
        const error = await failed(tried(() => call(given as never)))
        assert.strictEqual(
          String(error),
          `TypeError: ${resource}: expected a resource of a client, pass client.${resource}`
        )
      }
      assert.strictEqual(requests.length, 0)
    }
  )

  it.each([{ maxSteps: 0 }, { maxSteps: 1.5 }, { concurrency: 0 }, { signal: "x" }])(
    "runTools refuses %o",
    async (options) => {
      const error = await failed(runTools(client.responses, request, [weather], options as object))
      assert.isTrue(error instanceof TypeError)
    }
  )

  it.each([
    () => runToolsEffect(request, [weather], { maxSteps: 0 }),
    () => parseChatEffect(chat, Answer, { strikt: true } as object)
  ])("an Effect dies with it", async (effect) => {
    const exit = await Effect.runPromiseExit(Effect.provide(effect() as Effect.Effect<unknown>, layer))
    assert.isTrue(Exit.isFailure(exit) && Cause.squash(exit.cause) instanceof TypeError)
  })
})
