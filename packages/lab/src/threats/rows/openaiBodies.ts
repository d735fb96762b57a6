// Rows about heavy bodies on OpenAI's base path.
// Assumed: ours for all rows.
import { expected } from "../requests.ts"
import { type Body, filled, heavyRow, many, to } from "./cpuExhaustion.ts"
import type { Row } from "./row.ts"

const openai = (operation: string, fields: () => string): Body =>
  to(`/openai/v1/${operation}`, () => `{${fields()}}`)
const said = '"model":"sonar","messages":[{"role":"user","content":"a"}]'

/** Heavy bodies on OpenAI's base path, which takes unknown fields: the scripted services would read each text as a script. */
export const openaiRows: ReadonlyArray<Row> = [
  heavyRow(
    "43,000 messages on OpenAI's path",
    openai(
      "chat/completions",
      () => `"model":"sonar","messages":[${many(43_000, () => '{"role":"user","content":"a"}')}]`
    )
  ),
  heavyRow(
    "60,000 parts on OpenAI's path",
    openai(
      "chat/completions",
      () =>
        `"model":"sonar","messages":[{"role":"user","content":[${many(60_000, () => '{"type":"text","text":"a"}')}]}]`
    )
  ),
  heavyRow(
    "130,000 unknown fields on OpenAI's path",
    openai("chat/completions", () => `${said},${many(130_000, (at) => `"k${at}":0`)}`)
  ),
  heavyRow(
    "32 MiB of a message on OpenAI's path",
    openai(
      "chat/completions",
      () => `"model":"sonar","messages":[{"role":"user","content":"${filled("a b ")()}"}]`
    )
  ),
  heavyRow(
    "32 MiB of a model on OpenAI's path",
    openai("chat/completions", () => `"messages":[{"role":"user","content":"a"}],"model":"${filled("x")()}"`),
    { status: 400, body: (text) => text.includes('"param":"model"') }
  ),
  heavyRow(
    "43,000 items of a response on OpenAI's path",
    openai(
      "responses",
      () => `"model":"openai/gpt-5","input":[${many(43_000, () => '{"role":"user","content":"a"}')}]`
    )
  ),
  heavyRow(
    "512 vectors as numbers on OpenAI's path",
    openai("embeddings", () => `"model":"svc-embed-v1-4b","input":[${many(512, (at) => `"text ${at}"`)}]`)
  ),
  heavyRow(
    "32 MiB of the name of an unknown field on OpenAI's path",
    openai("chat/completions", () => `${said},"${filled("k")()}":0`),
    expected.invalid
  ),
  heavyRow(
    "an unknown field of 200,000 characters on OpenAI's path",
    openai("chat/completions", () => `${said},"${"k".repeat(200_000)}":0`),
    { ...expected.ok, headers: { "x-leadline-notice": "ignored=,%E2%80%A6" } }
  ),
  heavyRow(
    "130,000 texts to stop at on OpenAI's path",
    openai(
      "chat/completions",
      () =>
        `${said},"tools":[{"type":"function","function":{"name":"f"}}],"stop":[${many(130_000, (at) => `"s${at}"`)}]`
    ),
    { status: 400, body: (text) => text.includes('"param":"stop"') }
  ),
  heavyRow(
    "40,000 outputs without calls on OpenAI's path",
    openai(
      "chat/completions",
      () =>
        `"model":"sonar","messages":[${many(40_000, () => '{"role":"tool","tool_call_id":"a","content":"a"}')}]`
    ),
    { status: 400, body: (text) => text.includes("function_call with this call_id before it") }
  ),
  heavyRow(
    "8 MB of instructions, which events do not repeat, on OpenAI's path",
    openai(
      "responses",
      () => `"model":"openai/gpt-5","input":"a","stream":true,"instructions":"${"a b ".repeat(2_000_000)}"`
    ),
    { status: 200, body: (text) => text.includes("response.completed") && text.length < 100_000 }
  )
].map((one) => ({ ...one, server: "embedded" as const }))
