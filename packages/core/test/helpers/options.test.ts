// Unknown and invalid options of helpers are a TypeError that names them; nothing is sent.
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"
import { embedAll, embedAllDocuments, mapDecisions } from "../../src/helpers/bulk/index.ts"
import { toResponse } from "../../src/helpers/streams/index.ts"
import { jsonSchemaFormat, parseChat, parseResponse } from "../../src/helpers/structured-output/index.ts"
import { runTools, runToolsEffect, runToolsStream, tool } from "../../src/helpers/tools/index.ts"
import { mockClient } from "../../src/testing/index.ts"
import { rejection } from "../fixtures/rejection.ts"
import { City, request, weather } from "./tools/fixtures.ts"

const { client, layer, requests } = mockClient([])
const { chat, contextualizedEmbeddings, decisions, embeddings, responses } = client
const Answer = Schema.Struct({ yes: Schema.Boolean })
const asked = { model: "sonar", messages: [{ role: "user", content: "Hello" }] } as const

async function* nothing() {}

/** Each helper with options; JavaScript lets callers pass anything. */
const helpers = {
  mapDecisions: (options) => mapDecisions(decisions, [], () => assert.fail("it asks"), options),
  embedAll: (options) => embedAll(embeddings, [], { model: "svc-embed-v1-4b", ...options }),
  embedAllDocuments: (options) =>
    embedAllDocuments(contextualizedEmbeddings, [], { model: "svc-embed-context-v1-4b", ...options }),
  parseChat: (options) => parseChat(chat, asked, Answer, options),
  parseResponse: (options) => parseResponse(responses, request, Answer, options),
  runTools: (options) => runTools(responses, request, [weather], options),
  "runTools with a request": (options) => runTools(responses, { ...request, ...options }, [weather]),
  runToolsStream: (options) =>
    runToolsStream(responses, request, [weather], options)[Symbol.asyncIterator]().next(),
  tool: (options) => tool({ name: "weather", schema: City, run: () => "clear", ...options }),
  toResponse: (options) => toResponse(nothing(), options),
  jsonSchemaFormat: (options) => jsonSchemaFormat(Answer, options)
} satisfies { readonly [helper: string]: (options: object) => unknown }

const name = "name: expected a name that is not empty and not one of the service's own tools"

describe("options of helpers", () => {
  it.each<readonly [helper: keyof typeof helpers, wrong: object, message: string]>([
    ["mapDecisions", { concurency: 3 }, "concurency: unknown option"],
    ["mapDecisions", { concurrency: 0 }, "concurrency: expected an integer from 1"],
    ["embedAll", { on_error: "yield" }, "on_error: unknown option, use onError"],
    ["embedAllDocuments", { concurrency: 0 }, "concurrency: "],
    ["toResponse", { status: "200" }, "status: expected an integer from 200 to 599"],
    ["jsonSchemaFormat", { name: "" }, "name: expected a text of 1 to 64 characters"],
    ["parseChat", { strikt: true }, "strikt: unknown option; known are name, description, "],
    ["parseResponse", { strict: 1 }, "strict: expected true or false"],
    ["runTools", { maxStep: 3 }, "maxStep: unknown option, use maxSteps"],
    ["runTools", { maxSteps: 0 }, "maxSteps: "],
    ["runToolsStream", { onToolError: "x" }, "onToolError: expected one of report, throw"],
    ["runTools with a request", { tools: [weather.definition] }, "tools: two tools have the name weather"],
    ["tool", { name: "" }, name],
    ["tool", { name: "web_search" }, name],
    ["tool", { schema: Schema.String }, "schema: expected a schema of an object"],
    ["tool", { schema: undefined, parameters: City }, "parameters: unknown option, use schema"],
    ["tool", { run: undefined }, "run: expected a function"],
    ["tool", { strikt: true }, "strikt: unknown option"]
  ])("%s with %o: %s", async (helper, wrong, message) => {
    const error = await rejection((async () => helpers[helper](wrong))())
    assert.instanceOf(error, TypeError)
    assert.include(String(error), `TypeError: ${message}`)
    assert.strictEqual(requests.length, 0)
  })

  it("a helper given the whole client, or nothing, says what to pass", () => {
    for (const given of [client, undefined]) {
      assert.throws(
        () => mapDecisions(given as never, [], () => assert.fail("it asks")),
        TypeError,
        "decisions: expected a resource of a client, pass client.decisions"
      )
    }
  })

  it("an Effect dies with it", async () => {
    const effect = runToolsEffect(request, [weather], { maxSteps: 0 })
    const exit = await Effect.runPromiseExit(Effect.provide(effect, layer))
    assert.isTrue(Exit.isFailure(exit) && Cause.squash(exit.cause) instanceof TypeError)
  })
})
