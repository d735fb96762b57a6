// Requests of chat and responses that are taken and refused, beside the wire and conformance cases of packages/lab.
import { assert, describe, it } from "vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { ChatRequest } from "../../src/resources/chat/index.ts"
import { ResponseEvent, ResponsesRequest } from "../../src/resources/responses/index.ts"

const takes = (schema: Schema.Codec<unknown, unknown>) => {
  const decode = Schema.decodeUnknownResult(Schema.toType(schema), { onExcessProperty: "error" })
  return (request: object) => Result.isSuccess(decode(request))
}
const takesChat = takes(ChatRequest)
const takesResponses = takes(ResponsesRequest)

const asked = { model: "sonar", messages: [{ role: "user", content: "?" }] }
const said = (content: unknown) => ({ messages: [{ role: "user", content }] })

describe("a request of chat", () => {
  it.each([
    { max_tokens: null },
    { stop: "x" },
    { stop: Array.from({ length: 16 }, () => "x".repeat(256)) },
    { response_format: { type: "json_schema", json_schema: { schema: {} } } },
    { web_search_options: { user_location: { country: "FR" }, search_type: null } },
    said([]),
    said([{ type: "image_url", image_url: "https://a.example/b.png" }]),
    said([{ type: "image_url", image_url: { url: "data:image/png;base64,AA==" } }]),
    said([{ type: "file_url", file_url: { url: "AAAA" }, file_name: "a.txt" }]),
    said([{ type: "pdf_url", pdf_url: { url: "x" } }]),
    said([{ type: "video_url", video_url: { url: "x", frame_interval: 25 } }])
  ])("is taken with %j", (more) => assert.isTrue(takesChat({ ...asked, ...more })))

  it.each([
    { max_tokens: 1.5 },
    { temperature: -0.01 },
    { top_p: 1.01 },
    { stop: null },
    { stop: Array.from({ length: 17 }, String) },
    { stop: ["x".repeat(257)] },
    { n: 2 },
    { language_preference: "eng" },
    { response_format: { type: "json_schema" } },
    { web_search_options: { depth: 1 } },
    JSON.parse('{"__proto__":1}'),
    { constructor: 1 },
    said([{ type: "text" }]),
    said([{ type: "audio", audio: "x" }]),
    said([{ type: "image_url", image_url: { url: "x", frame_interval: 1 } }])
  ])("is refused with %j", (more) => assert.isFalse(takesChat({ ...asked, ...more })))
})

const image = (url: string) => said([{ type: "input_image", image_url: url }]).messages
const call = { type: "function_call", call_id: "a", name: "f", arguments: "{}" }
const output = { type: "function_call_output", call_id: "a", output: "1" }
const text = [{ type: "output_text", text: "x" }]
const address = (length: number) => "https://a.example/".padEnd(length, "x")
const format = (name: string) => ({
  response_format: { type: "json_schema", json_schema: { name, schema: {} } }
})

describe("a request of responses", () => {
  it.each([
    { models: Array(5).fill("a/b") },
    { model: `${"a".repeat(255)}/${"b".repeat(255)}` },
    { max_steps: 1 },
    { max_steps: 10 },
    { max_output_tokens: 1 },
    { temperature: 2 },
    { tools: [{ type: "fetch_url", max_urls: 10 }, { type: "finance_search" }] },
    { input: [call, output] },
    { input: [{ type: "message", role: "assistant", content: text }] },
    { input: image(address(2048)) },
    { input: image(`data:${"a".repeat(255)};base64,A`) },
    format("x"),
    format("x".repeat(64))
  ])("is taken with %j", (more) => assert.isTrue(takesResponses({ input: "?", ...more })))

  it.each([
    { max_output_tokens: 0 },
    { temperature: 2.01 },
    { tools: [{ type: "fetch_url", max_urls: 11 }] },
    { tools: [{ type: "function", name: "" }] },
    { input: [output, call] },
    { input: [call, output, output] },
    { input: [{ role: "user", content: text }] },
    { input: image(address(2049)) },
    { input: image("ftp://a.example/b") },
    { input: image("https://a.example/b c") },
    { input: image(`data:${"a".repeat(256)};base64,A`) },
    format(""),
    format("x".repeat(65)),
    { previous_response_id: "resp_1" }
  ])("is refused with %j", (more) => assert.isFalse(takesResponses({ input: "?", ...more })))
})

const event = (value: unknown) => Result.isSuccess(Schema.decodeUnknownResult(ResponseEvent)(value))

it("an event of an unknown kind is one, of a known kind without its fields none", () => {
  assert.isTrue(event({ type: "response.skill.loaded", anything: [1] }))
  assert.isFalse(event({ type: "response.output_text.delta", delta: "x" }))
  assert.isFalse(event({ delta: "x" }))
})
