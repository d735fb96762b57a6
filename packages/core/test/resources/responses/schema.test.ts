// What is taken and refused beside the wire and conformance cases of responses in packages/lab.
import { assert, describe, it } from "vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { ResponseEvent, ResponsesRequest } from "../../../src/resources/responses/index.ts"

const decode = Schema.decodeUnknownResult(Schema.toType(ResponsesRequest), { onExcessProperty: "error" })
const asked = (more: object) => Result.isSuccess(decode({ input: "?", ...more }))
const image = (url: string) => ({
  input: [{ role: "user", content: [{ type: "input_image", image_url: url }] }]
})
const call = { type: "function_call", call_id: "a", name: "f", arguments: "{}" }
const output = { type: "function_call_output", call_id: "a", output: "1" }
const address = (length: number) => "https://a.example/".padEnd(length, "x")
const format = (name: string) => ({
  response_format: { type: "json_schema", json_schema: { name, schema: {} } }
})

describe("a request", () => {
  it.each([
    { models: ["a/b"] },
    { models: Array(5).fill("a/b") },
    { model: `${"a".repeat(255)}/${"b".repeat(255)}` },
    { max_steps: 1 },
    { max_steps: 10 },
    { max_output_tokens: 1 },
    { temperature: 2 },
    { tool_choice: { type: "function", name: "f" } },
    { reasoning: { effort: "xhigh" } },
    { tools: [{ type: "fetch_url", max_urls: 10 }, { type: "finance_search" }] },
    { input: [call, output] },
    { input: [{ type: "message", role: "assistant", content: [{ type: "output_text", text: "x" }] }] },
    image(address(2048)),
    image(`data:image/png;base64,${"A".repeat(4096)}`),
    image(`data:${"a".repeat(255)};base64,A`),
    format("x"),
    format("x".repeat(64))
  ])("is taken with %j", (more) => assert.isTrue(asked(more)))

  it.each([
    { max_output_tokens: 0 },
    { temperature: 2.01 },
    { stream: null },
    { tool_choice: "any" },
    { tools: [{ type: "fetch_url", max_urls: 11 }] },
    { tools: [{ type: "function", name: "" }] },
    { tools: [{ type: "mcp" }] },
    { input: [output, call] },
    { input: [call, output, output] },
    { input: [{ role: "user", content: [{ type: "output_text", text: "x" }] }] },
    { input: [{ type: "message", id: "m", role: "user", content: [{ type: "output_text", text: "x" }] }] },
    image(address(2049)),
    image("ftp://a.example/b"),
    image("https://a.example/b c"),
    image(`data:${"a".repeat(256)};base64,A`),
    format(""),
    format("x".repeat(65)),
    { previous_response_id: "resp_1" }
  ])("is refused with %j", (more) => assert.isFalse(asked(more)))
})

const event = (value: unknown) => Result.isSuccess(Schema.decodeUnknownResult(ResponseEvent)(value))

describe("an event", () => {
  it("of an unknown kind is one", () => {
    assert.isTrue(event({ type: "response.skill.loaded", anything: [1] }))
  })

  it("of a known kind without its fields is none", () => {
    assert.isFalse(event({ type: "response.output_text.delta", delta: "x" }))
    assert.isFalse(event({ type: "response.completed" }))
    assert.isFalse(event({ delta: "x" }))
  })
})
