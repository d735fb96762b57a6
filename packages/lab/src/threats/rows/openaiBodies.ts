// Rows about heavy bodies on OpenAI's base path.
// Assumed: ours for all rows.
import { expected } from "../requests.ts"
import { filled, heavyRowsOf, many } from "./cpuExhaustion.ts"
import type { Row } from "./row.ts"

const fieldsOf = (operation: string) => heavyRowsOf(`/openai/v1/${operation}`, (fields) => `{${fields}}`)
const chat = fieldsOf("chat/completions")
const responses = fieldsOf("responses")
const embeddings = fieldsOf("embeddings")
const said = '"model":"sonar","messages":[{"role":"user","content":"a"}]'

/** Heavy bodies on OpenAI's base path, which takes unknown fields: the scripted services would read each text as a script. */
export const openaiRows: ReadonlyArray<Row> = [
  chat(
    "43,000 messages on OpenAI's path",
    () => `"model":"sonar","messages":[${many(43_000, () => '{"role":"user","content":"a"}')}]`
  ),
  chat(
    "60,000 parts on OpenAI's path",
    () =>
      `"model":"sonar","messages":[{"role":"user","content":[${many(60_000, () => '{"type":"text","text":"a"}')}]}]`
  ),
  chat("130,000 unknown fields on OpenAI's path", () => `${said},${many(130_000, (at) => `"k${at}":0`)}`),
  chat(
    "32 MiB of a message on OpenAI's path",
    () => `"model":"sonar","messages":[{"role":"user","content":"${filled("a b ")()}"}]`
  ),
  chat(
    "32 MiB of a model on OpenAI's path",
    () => `"messages":[{"role":"user","content":"a"}],"model":"${filled("x")()}"`,
    { status: 400, body: (text) => text.includes('"param":"model"') }
  ),
  responses(
    "43,000 items of a response on OpenAI's path",
    () => `"model":"openai/gpt-5","input":[${many(43_000, () => '{"role":"user","content":"a"}')}]`
  ),
  embeddings(
    "512 vectors as numbers on OpenAI's path",
    () => `"model":"svc-embed-v1-4b","input":[${many(512, (at) => `"text ${at}"`)}]`
  ),
  chat(
    "32 MiB of the name of an unknown field on OpenAI's path",
    () => `${said},"${filled("k")()}":0`,
    expected.invalid
  ),
  chat(
    "an unknown field of 200,000 characters on OpenAI's path",
    () => `${said},"${"k".repeat(200_000)}":0`,
    { ...expected.ok, headers: { "x-leadline-notice": "ignored=,%E2%80%A6" } }
  ),
  chat(
    "130,000 texts to stop at on OpenAI's path",
    () =>
      `${said},"tools":[{"type":"function","function":{"name":"f"}}],"stop":[${many(130_000, (at) => `"s${at}"`)}]`,
    { status: 400, body: (text) => text.includes('"param":"stop"') }
  ),
  chat(
    "40,000 outputs without calls on OpenAI's path",
    () =>
      `"model":"sonar","messages":[${many(40_000, () => '{"role":"tool","tool_call_id":"a","content":"a"}')}]`,
    { status: 400, body: (text) => text.includes("function_call with this call_id before it") }
  ),
  responses(
    "8 MB of instructions, which events do not repeat, on OpenAI's path",
    () => `"model":"openai/gpt-5","input":"a","stream":true,"instructions":"${"a b ".repeat(2_000_000)}"`,
    { status: 200, body: (text) => text.includes("response.completed") && text.length < 100_000 }
  )
].map((one) => ({ ...one, server: "embedded" as const }))
