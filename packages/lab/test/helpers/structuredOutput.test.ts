// Structured output over a mock client, with schemas of four libraries.
import {
  jsonSchemaFormat,
  parseChat,
  parseChatEffect,
  parseResponse,
  parseResponseEffect,
  StructuredOutputError
} from "@leadline/core/structured-output"
import { mockClient, respond } from "@leadline/core/testing"
import { toStandardJsonSchema } from "@valibot/to-json-schema"
import { type } from "arktype"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { inspect } from "node:util"
import * as v from "valibot"
import { assert, expectTypeOf, it } from "vitest"
import * as z from "zod"

const request = { model: "sonar", messages: [{ role: "user", content: "Who?" }] } as const
const run = { input: "Who?", preset: "fast-search" }

const chat = (content: string, more: object = {}) =>
  respond.chat.create({
    id: "c",
    model: "sonar",
    created: 1,
    choices: [{ index: 0, finish_reason: "stop", message: { content }, ...more }]
  })

const message = (text: string) => ({
  type: "message" as const,
  id: "m",
  role: "assistant",
  content: [{ type: "output_text", text }]
})

const response = (status: string, ...texts: ReadonlyArray<string>) =>
  respond.responses.create({
    id: "r",
    object: "response",
    created_at: 1,
    model: "a/b",
    status,
    output: texts.map(message)
  })

class Person extends Schema.Class<Person>("Person")({ name: Schema.String, born: Schema.Date }) {}

const EffectSchema = Schema.Struct({ name: Schema.String, age: Schema.optionalKey(Schema.Int) })
const ZodSchema = z.object({ name: z.string(), age: z.number().int().optional() })
const ValibotSchema = toStandardJsonSchema(v.object({ name: v.string(), age: v.optional(v.number()) }))
const ArkSchema = type({ name: "string", "age?": "number" })

const failed = (promise: Promise<unknown>): Promise<StructuredOutputError> =>
  promise.then(
    () => assert.fail("it succeeds"),
    (error: unknown) => {
      if (error instanceof StructuredOutputError) return error
      throw error
    }
  )

const formatOf = (body: unknown) =>
  (body as { readonly response_format: { readonly json_schema: object } }).response_format.json_schema

it.each([
  ["effect", EffectSchema],
  ["zod", ZodSchema],
  ["valibot", ValibotSchema],
  ["arktype", ArkSchema]
] as const)("a schema of %s is sent as JSON Schema, and checks the answer", async (_, schema) => {
  const { client, requests } = mockClient([chat('{"name":"Ada"}'), chat('{"name":{"canary":1}}')])
  const { parsed, response: whole } = await parseChat(client.chat, request, schema)
  expectTypeOf(parsed.name).toEqualTypeOf<string>()
  assert.deepStrictEqual([parsed, whole.id], [{ name: "Ada" }, "c"])
  const sent = formatOf(requests[0]?.body)
  assert.deepNestedInclude(sent, { name: "output", "schema.type": "object", "schema.required": ["name"] })

  const error = await failed(parseChat(client.chat, request, schema))
  assert.strictEqual(error.reason, "schema")
  assert.deepStrictEqual(error.issues[0]?.path, ["name"])
  // What does not fit is in the error, but in no log of it.
  assert.include(error.text, "canary")
  assert.notInclude(inspect(error, { depth: 10 }) + JSON.stringify(error) + error.stack, "canary")
})

it("a class of effect is decoded from its JSON form; zod gives what it transforms its input to", async () => {
  const steps = [chat('{"name":"Ada","born":"1815-12-10T00:00:00.000Z"}'), chat('{"count":"3"}')]
  const { client, requests } = mockClient(steps)
  const { parsed } = await parseChat(client.chat, request, Person, { name: "person" })
  expectTypeOf(parsed).toEqualTypeOf<Person>()
  assert.strictEqual(parsed.born.getUTCFullYear(), 1815)
  const person = { name: "person", "schema.additionalProperties": false }
  assert.deepNestedInclude(formatOf(requests[0]?.body), person)
  const counted = z.object({ count: z.string().transform(Number) })
  assert.strictEqual((await parseChat(client.chat, request, counted)).parsed.count, 3)
  assert.deepNestedInclude(formatOf(requests[1]?.body), {
    "schema.properties": { count: { type: "string" } }
  })
})

it.each([
  ["incomplete", chat('{"name":', { finish_reason: "length" })],
  ["refusal", chat("", { message: { content: "", refusal: "No." } })],
  ["empty", chat(" \n")],
  ["json", chat("Ada, of course")]
] as const)("an answer that is none is a StructuredOutputError: %s", async (reason, step) => {
  const error = await failed(parseChat(mockClient([step]).client.chat, request, ZodSchema))
  assert.deepStrictEqual([error._tag, error.reason, error.issues], ["StructuredOutputError", reason, []])
})

it("an answer is the JSON behind thoughts, or that of the last event of a stream", async () => {
  const event = { id: "c", model: "sonar", created: 1, object: "chat.completion.done" } as const
  const choice = { index: 0, finish_reason: "stop", delta: {}, message: { content: '{"name":"Ada"}' } }
  const { client } = mockClient([
    chat('<think>\n{"name":1}\n</think>\n\n{"name":"Ada"}'),
    respond.chat.stream([{ ...event, choices: [choice] }])
  ])
  for (const viaStream of [false, true]) {
    const { parsed } = await parseChat(client.chat, request, ZodSchema, { viaStream })
    assert.deepStrictEqual(parsed, { name: "Ada" })
  }
})

it("an answer of a run is its last message, where it is completed; the Effect twins give the same", async () => {
  const answer = '{"name":"Ada"}'
  const steps = [response("completed", "Searching.", answer), response("requires_action", answer)]
  const { client } = mockClient(steps)
  assert.deepStrictEqual((await parseResponse(client.responses, run, ZodSchema)).parsed, { name: "Ada" })
  assert.strictEqual((await failed(parseResponse(client.responses, run, ZodSchema))).reason, "incomplete")
  const { layer } = mockClient([chat("x"), response("completed", answer)])
  const both = Effect.all([
    Effect.flip(parseChatEffect(request, ZodSchema)),
    parseResponseEffect(run, EffectSchema)
  ])
  const [error, { parsed }] = await Effect.runPromise(Effect.provide(both, layer))
  assert.strictEqual(error._tag, "StructuredOutputError")
  assert.deepStrictEqual(parsed, { name: "Ada" })
})

it.each([
  // Its library has JSON Schema in a package of its own.
  [v.object({ name: v.string() }), "valibot"],
  [{ type: "object" }, "`create` takes plain JSON Schema"],
  [undefined, "`create` takes plain JSON Schema"],
  [z.object({ due: z.date() }), "take a text with a format, such as z.iso.date() of zod"]
])("a schema is refused with what to do: %#", (schema, says) => {
  assert.throws(() => jsonSchemaFormat(schema as never), TypeError, says)
})
