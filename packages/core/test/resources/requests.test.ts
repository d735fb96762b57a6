// Requests of chat and responses that are taken and refused, beside the wire and conformance cases of packages/lab.
import { assert, it } from "vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { ChatRequest } from "../../src/resources/chat/index.ts"
import { ResponsesRequest } from "../../src/resources/responses/index.ts"

const takes = (schema: Schema.Codec<unknown, unknown>) => {
  const decode = Schema.decodeUnknownResult(Schema.toType(schema), { onExcessProperty: "error" })
  return (request: object) => Result.isSuccess(decode(request))
}
const takesChat = takes(ChatRequest)
const takesResponses = takes(ResponsesRequest)

const asked = { model: "sonar", messages: [{ role: "user", content: "?" }] }
const said = (content: unknown) => ({ messages: [{ role: "user", content }] })

it.each([
  said([]),
  { stop: Array.from({ length: 16 }, () => "x".repeat(256)) },
  { response_format: { type: "json_schema", json_schema: { schema: {} } } },
  said([{ type: "image_url", image_url: { url: "data:image/png;base64,AA==" } }]),
  said([{ type: "file_url", file_url: { url: "AAAA" }, file_name: "a.txt" }]),
  said([{ type: "video_url", video_url: { url: "x", frame_interval: 25 } }])
])("a request of chat is taken with %j", (more) => assert.isTrue(takesChat({ ...asked, ...more })))

it.each([
  { stop: Array.from({ length: 17 }, String) },
  { stop: ["x".repeat(257)] },
  { n: 2 },
  { language_preference: "eng" },
  { response_format: { type: "json_schema" } },
  JSON.parse('{"__proto__":1}'),
  said([{ type: "image_url", image_url: { url: "x", frame_interval: 1 } }])
])("a request of chat is refused with %j", (more) => assert.isFalse(takesChat({ ...asked, ...more })))

const image = (url: string) => said([{ type: "input_image", image_url: url }]).messages
const call = { type: "function_call", call_id: "a", name: "f", arguments: "{}" }
const output = { type: "function_call_output", call_id: "a", output: "1" }
const text = [{ type: "output_text", text: "x" }]
const address = (length: number) => "https://a.example/".padEnd(length, "x")
const format = (name: string) => ({
  response_format: { type: "json_schema", json_schema: { name, schema: {} } }
})

it.each([
  { model: `${"a".repeat(255)}/${"b".repeat(255)}` },
  { tools: [{ type: "fetch_url", max_urls: 10 }] },
  { input: [call, output] },
  { input: [{ type: "message", role: "assistant", content: text }] },
  { input: image(address(2048)) },
  { input: image(`data:${"a".repeat(255)};base64,A`) },
  format("x".repeat(64))
])("a request of responses is taken with %j", (more) =>
  assert.isTrue(takesResponses({ input: "?", ...more }))
)

it.each([
  { tools: [{ type: "fetch_url", max_urls: 11 }] },
  { max_output_tokens: 0 },
  { temperature: 2.01 },
  { input: [{ role: "user", content: text }] },
  { input: [output, call] },
  { input: [call, output, output] },
  { input: image(address(2049)) },
  { input: image("https://a.example/b c") },
  { input: image(`data:${"a".repeat(256)};base64,A`) },
  format("x".repeat(65))
])("a request of responses is refused with %j", (more) =>
  assert.isFalse(takesResponses({ input: "?", ...more }))
)
