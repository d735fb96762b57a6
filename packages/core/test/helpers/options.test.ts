// Unknown and invalid options of helpers are a TypeError that names them; nothing is sent.
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"
import type { Client } from "../../src/Client.ts"
import { embedAll, embedAllDocuments, mapDecisions } from "../../src/helpers/bulk/index.ts"
import { toResponse } from "../../src/helpers/streams/index.ts"
import { jsonSchemaFormat, parseChat, parseResponse } from "../../src/helpers/structured-output/index.ts"
import { runTools, runToolsEffect, runToolsStream, tool } from "../../src/helpers/tools/index.ts"
import { mockClient } from "../../src/testing/index.ts"
import { rejection } from "../fixtures/rejection.ts"
import { City, request, weather } from "./tools/fixtures.ts"

const { client, layer, requests } = mockClient([])
const Answer = Schema.Struct({ yes: Schema.Boolean })
const chat = { model: "sonar", messages: [{ role: "user", content: "Hello" }] } as const
const right = { name: "weather", schema: City, run: () => "clear" }

async function* nothing() {}

/** Each helper with the resource that it takes, if any; JavaScript lets callers pass anything. */
const helpers: {
  readonly [helper: string]: readonly [
    resource: keyof Client | undefined,
    call: (resource: never, options?: object) => unknown
  ]
} = {
  mapDecisions: [
    "decisions",
    (resource, options) => mapDecisions(resource, [], () => assert.fail("it asks"), options)
  ],
  embedAll: [
    "embeddings",
    (resource, options) => embedAll(resource, [], { model: "svc-embed-v1-4b", ...options })
  ],
  embedAllDocuments: [
    "contextualizedEmbeddings",
    (resource, options) => embedAllDocuments(resource, [], { model: "svc-embed-context-v1-4b", ...options })
  ],
  parseChat: ["chat", (resource, options) => parseChat(resource, chat, Answer, options)],
  parseResponse: ["responses", (resource, options) => parseResponse(resource, request, Answer, options)],
  runTools: ["responses", (resource, options) => runTools(resource, request, [weather], options)],
  runToolsStream: [
    "responses",
    (resource, options) =>
      runToolsStream(resource, request, [weather], options)[Symbol.asyncIterator]().next()
  ],
  "runTools with a request": [
    undefined,
    (_, options) => runTools(client.responses, { ...request, ...options }, [weather])
  ],
  tool: [undefined, (_, options) => tool({ ...right, ...options })],
  toResponse: [undefined, (_, options) => toResponse(nothing(), options)],
  jsonSchemaFormat: [undefined, (_, options) => jsonSchemaFormat(Answer, options)]
}

const call = async (helper: string, options: object): Promise<unknown> => {
  const [resource, run] = helpers[helper] ?? assert.fail("no such helper")
  return run((resource === undefined ? undefined : client[resource]) as never, options)
}

const name = "name: expected a name that is not empty and not one of the service's own tools"
const schema = "schema: expected a schema of an object"

describe("options of helpers", () => {
  it.each<readonly [helper: string, wrong: object, message: string]>([
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
    [
      "runTools with a request",
      { tools: [{ type: "function", name: "weather" }] },
      "tools: two tools have the name weather"
    ],
    ["tool", { name: "" }, name],
    ["tool", { name: "web_search" }, name],
    ["tool", { schema: Schema.String }, schema],
    ["tool", { schema: undefined, parameters: City }, "parameters: unknown option, use schema"],
    ["tool", { run: undefined }, "run: expected a function"],
    ["tool", { strikt: true }, "strikt: unknown option"]
  ])("%s with %o: %s", async (helper, wrong, message) => {
    const error = await rejection(call(helper, wrong))
    assert.instanceOf(error, TypeError)
    assert.include(String(error), `TypeError: ${message}`)
    assert.strictEqual(requests.length, 0)
  })

  it.each(Object.entries(helpers).filter(([, [resource]]) => resource !== undefined))(
    "%s given the whole client says what to pass",
    async (_, [resource, run]) => {
      for (const given of [client, undefined]) {
        const error = await rejection(Promise.resolve().then(() => run(given as never)))
        assert.strictEqual(
          String(error),
          `TypeError: ${String(resource)}: expected a resource of a client, pass client.${String(resource)}`
        )
      }
      assert.strictEqual(requests.length, 0)
    }
  )

  it("an Effect dies with it", async () => {
    const effect = runToolsEffect(request, [weather], { maxSteps: 0 })
    const exit = await Effect.runPromiseExit(Effect.provide(effect, layer))
    assert.isTrue(Exit.isFailure(exit) && Cause.squash(exit.cause) instanceof TypeError)
  })
})
