// Unknown and invalid options of helpers are a TypeError that names them; nothing is sent.

import * as Schema from "effect/Schema"
import { assert, it } from "vitest"
import { embedAll, mapDecisions } from "../../src/helpers/bulk/index.ts"
import { parseChat } from "../../src/helpers/structured-output/index.ts"
import { runTools, tool } from "../../src/helpers/tools/index.ts"
import { mockClient } from "../../src/testing/index.ts"
import { rejection } from "../fixtures/calls.ts"
import { City, request, weather } from "./tools/fixtures.ts"

const { client, requests } = mockClient([])
const { chat, decisions, embeddings, responses } = client
const Answer = Schema.Struct({ yes: Schema.Boolean })
const asked = { model: "sonar", messages: [{ role: "user", content: "Hello" }] } as const

/** Each helper with options; JavaScript lets callers pass anything. */
const helpers = {
  mapDecisions: (options) => mapDecisions(decisions, [], () => assert.fail("it asks"), options),
  embedAll: (options) => embedAll(embeddings, [], { model: "svc-embed-v1-4b", ...options }),
  parseChat: (options) => parseChat(chat, asked, Answer, options),
  runTools: (options) => runTools(responses, request, [weather], options),
  "runTools with a request": (options) => runTools(responses, { ...request, ...options }, [weather]),
  tool: (options) => tool({ name: "weather", schema: City, run: () => "clear", ...options })
} satisfies { readonly [helper: string]: (options: object) => unknown }

const name = "name: expected a name that is not empty and not one of the service's own tools"

it.each<readonly [helper: keyof typeof helpers, wrong: object, message: string]>([
  ["mapDecisions", { concurency: 3 }, "concurency: unknown option"],
  ["embedAll", { on_error: "yield" }, "on_error: unknown option, use onError"],
  ["embedAll", { concurrency: 0 }, "concurrency: "],
  ["parseChat", { strikt: true }, "strikt: unknown option; known are name, description, "],
  ["runTools", { maxStep: 3 }, "maxStep: unknown option, use maxSteps"],
  ["runTools with a request", { tools: [weather.definition] }, "tools: two tools have the name weather"],
  ["tool", { name: "web_search" }, name],
  ["tool", { schema: Schema.String }, "schema: expected a schema of an object"]
])("%s with %o: %s", async (helper, wrong, message) => {
  const error = await rejection((async () => helpers[helper](wrong))())
  assert.instanceOf(error, TypeError)
  assert.include(String(error), `TypeError: ${message}`)
  assert.strictEqual(requests.length, 0)
})
