// What is taken and refused beside the wire and conformance cases of chat in packages/lab.
import { assert, describe, it } from "vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { ChatRequest } from "../../../src/resources/chat/index.ts"

const decode = Schema.decodeUnknownResult(Schema.toType(ChatRequest), { onExcessProperty: "error" })
const asked = (more: object) =>
  Result.isSuccess(decode({ model: "sonar", messages: [{ role: "user", content: "?" }], ...more }))
const said = (content: unknown) => asked({ messages: [{ role: "user", content }] })

describe("a request", () => {
  it.each([
    { max_tokens: null },
    { stop: "x" },
    { stop: Array.from({ length: 16 }, () => "x".repeat(256)) },
    { search_domain_filter: null },
    { response_format: { type: "text" } },
    { response_format: { type: "json_schema", json_schema: { schema: {} } } },
    { web_search_options: { user_location: { country: "FR" }, search_type: null } }
  ])("is taken with %j", (more) => assert.isTrue(asked(more)))

  it.each([
    { max_tokens: 1.5 },
    { temperature: -0.01 },
    { top_p: 1.01 },
    { stop: null },
    { stop: [1] },
    { stop: Array.from({ length: 17 }, String) },
    { stop: ["x".repeat(257)] },
    { n: 2 },
    { stream_mode: null },
    { language_preference: "eng" },
    { response_format: { type: "json_schema" } },
    { response_format: { type: "regex" } },
    { web_search_options: { depth: 1 } },
    JSON.parse('{"__proto__":1}'),
    { constructor: 1 }
  ])("is refused with %j", (more) => assert.isFalse(asked(more)))
})

describe("a message", () => {
  it.each([
    "x",
    null,
    [],
    [{ type: "text", text: "x" }],
    [{ type: "image_url", image_url: "https://a.example/b.png" }],
    [{ type: "image_url", image_url: { url: "data:image/png;base64,AA==" } }],
    [{ type: "file_url", file_url: { url: "AAAA" }, file_name: "a.txt" }],
    [{ type: "pdf_url", pdf_url: { url: "x" } }],
    [{ type: "video_url", video_url: { url: "x", frame_interval: 25 } }]
  ])("is taken with %j", (content) => assert.isTrue(said(content)))

  it.each([
    1,
    {},
    [{ type: "text" }],
    [{ type: "text", text: "x", more: 1 }],
    [{ type: "audio", audio: "x" }],
    [{ type: "image_url", image_url: { url: "x", frame_interval: 1 } }]
  ])("is refused with %j", (content) => assert.isFalse(said(content)))
})
