// Rows about bodies that cost much processor time, also on OpenAI's base path: the event loop must stay responsive.
// Source: §8; Assumed: ours for most rows.
import { bodyBytes, expected, post } from "../requests.ts"
import type { ExpectedResponse } from "../Threat.ts"
import { open, type Row } from "./row.ts"

/** Milliseconds of a turn. */
const turn = 100

/** So many entries of a list. */
const many = (count: number, one: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => one(at)).join()

/** Rows of a path whose body, made of a text when it is sent, takes no turn of the event loop for long. */
const heavyRowsOf =
  (path: string, bodyOf: (text: string) => string) =>
  (title: string, text: () => string, answer: ExpectedResponse = expected.ok): Row => {
    const send = () => post(path, bodyOf(text()))
    return open(`${title}: no turn over ${turn} ms`, send, answer, { within: 60_000, turn })
  }

/** A decision about a state of this JSON. */
const about = heavyRowsOf(
  "/v1/decisions",
  (state) =>
    `{"model":"decider-27b","questions":{"a":{"type":"noul","instructions":"Is it?"}},"state":${state}}`
)

/** Decisions about these questions. */
const asked = heavyRowsOf(
  "/v1/decisions",
  (questions) => `{"model":"decider-27b","state":"","questions":{${questions}}}`
)

const decision = heavyRowsOf("/v1/decisions", (fields) => `{${fields}}`)
const chat = heavyRowsOf("/v1/sonar", (fields) => `{${fields}}`)
const messages = heavyRowsOf("/v1/sonar", (list) => `{"model":"sonar-pro","messages":[${list}]}`)
const search = heavyRowsOf("/search", (fields) => `{${fields}}`)
const responses = heavyRowsOf("/v1/responses", (fields) => `{${fields}}`)

const pictured = (url: string) => `{"role":"user","content":[{"type":"input_image","image_url":"${url}"}]}`

const chunks = heavyRowsOf(
  "/v1/contextualizedembeddings",
  (list) => `{"model":"svc-embed-context-v1-4b","dimensions":128,"input":[[${list}]]}`
)

/** A filter of a search that costs less than the others. */
const filter = (field: string, value: unknown): Row => ({
  ...search(field, () => `"query":"a",${JSON.stringify({ [field]: value }).slice(1, -1)}`, expected.detail),
  title: `${field} of 50 KiB costs under 50 ms`,
  turn: 50
})

/** Cut short of the most that a body may be. */
const filled =
  (text: string): (() => string) =>
  () =>
    text.repeat(Math.floor((bodyBytes - 400) / text.length))

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ"

const image = () =>
  `[{"type":"image_url","image_url":{"url":"data:image/png;base64,${png}${filled("AbC1")()}"}}]`

/** Heavy bodies. */
export const heavyRows: ReadonlyArray<Row> = [
  about("32 MiB of strings", () => `[${many(31, () => `"${"x".repeat(1_048_576)}"`)}]`),
  about("32 MiB of escaped quotation marks", () => `"${filled(String.raw`\"`)()}"`),
  about("32 MiB of escaped characters", () => `"${filled(String.raw`\u20ac`)()}"`),
  about("32 MiB of an image", image),
  about("32 MiB of blanks", () => `""${filled(" ")()}`),
  about("32 MiB of one number", () => `[${filled("1")()}]`, { status: [200, 400], body: "json" }),
  about("32 MiB of long names", () => `{${many(130_000, (at) => `"${String(at).padStart(240, "k")}":0`)}}`),
  about("262,144 members", () => `[${many(262_000, () => "0")}]`),
  about("262,144 empty objects", () => `[${many(262_000, () => "{}")}]`),
  about("131,072 names", () => `{${many(130_000, (at) => `"k${at}":0`)}}`),
  decision("131,072 unknown fields", () => many(130_000, (at) => `"k${at}":0`), expected.invalid),
  asked("65,536 wrong questions", () => many(65_000, (at) => `"k${at}":0`), expected.invalid),
  asked(
    "131,072 options",
    () => `"a":{"type":"choice","criteria":{${many(130_000, (at) => `"k${at}":null`)}}}`,
    expected.invalid
  ),
  asked(
    "262,144 levels",
    () => `"a":{"type":"score","criteria":[${many(260_000, () => "0")}]}`,
    expected.invalid
  ),
  about("32 MiB that end wrong", () => `"${filled(String.raw`\"`)()}"x`, expected.invalid),
  messages("65,536 messages", () => many(60_000, () => `{"role":"user","content":"a"}`)),
  messages("262,144 messages that are none", () => many(260_000, () => "0"), expected.detail),
  messages("262,144 empty messages", () => many(260_000, () => "{}"), expected.detail),
  chat("131,072 unknown fields of a chat", () => many(130_000, (at) => `"k${at}":0`), expected.detail),
  search("262,144 queries", () => `"query":[${many(260_000, () => `"a"`)}]`, expected.detail),
  chunks("262,144 chunks", () => many(260_000, () => `"a"`), expected.detail),
  chunks("262,144 chunks that are none", () => many(260_000, () => "0"), expected.detail),
  responses(
    "262,144 items of a response",
    () => `"model":"openai/gpt-5","input":[${many(260_000, () => "{}")}]`,
    expected.invalidResponse
  ),
  chunks("an answer of 8,000 vectors", () => many(8_000, () => `"a"`)),
  responses("32 MiB of a model", () => `"model":"${filled("x")()}","input":"a"`, {
    status: 400,
    body: (text) => text.includes('"type":"invalid_model"')
  }),
  ...["data:", "https://"].map((begin) =>
    responses(
      `32 MiB of an image after "${begin}"`,
      () => `"model":"openai/gpt-5","input":[${pictured(`${begin}${filled("x")()}`)}]`,
      expected.invalidResponse
    )
  ),
  search(
    "32 MiB of a domain",
    () => `"query":"a","search_domain_filter":["${filled("a.")()}"]`,
    expected.detail
  ),
  ...["search_after_date_filter", "search_before_date_filter", "last_updated_after_filter"].map((field) =>
    filter(field, `${"1/".repeat(25_000)}!`)
  ),
  ...["search_domain_filter", "search_language_filter"].map((field) =>
    filter(field, [`${"a-".repeat(25_000)}!`])
  ),
  about("32 MiB of one name", () => `{"${filled("k")()}":0}`, expected.invalid)
]

const fieldsOf = (operation: string) => heavyRowsOf(`/openai/v1/${operation}`, (fields) => `{${fields}}`)
const openaiChat = fieldsOf("chat/completions")
const openaiResponses = fieldsOf("responses")
const openaiEmbeddings = fieldsOf("embeddings")
const said = '"model":"sonar","messages":[{"role":"user","content":"a"}]'

/** Heavy bodies on OpenAI's base path, which takes unknown fields: the scripted services would read each text as a script. */
export const openaiRows: ReadonlyArray<Row> = [
  openaiChat(
    "43,000 messages on OpenAI's path",
    () => `"model":"sonar","messages":[${many(43_000, () => '{"role":"user","content":"a"}')}]`
  ),
  openaiChat(
    "60,000 parts on OpenAI's path",
    () =>
      `"model":"sonar","messages":[{"role":"user","content":[${many(60_000, () => '{"type":"text","text":"a"}')}]}]`
  ),
  openaiChat(
    "130,000 unknown fields on OpenAI's path",
    () => `${said},${many(130_000, (at) => `"k${at}":0`)}`
  ),
  openaiChat(
    "129,000 unknown fields of a request with functions on OpenAI's path",
    () =>
      `${said},"tools":[{"type":"function","function":{"name":"f"}}],${many(129_000, (at) => `"k${at}":0`)}`
  ),
  openaiChat(
    "32 MiB of a message on OpenAI's path",
    () => `"model":"sonar","messages":[{"role":"user","content":"${filled("a b ")()}"}]`
  ),
  openaiChat(
    "32 MiB of a model on OpenAI's path",
    () => `"messages":[{"role":"user","content":"a"}],"model":"${filled("x")()}"`,
    { status: 400, body: (text) => text.includes('"param":"model"') }
  ),
  openaiResponses(
    "43,000 items of a response on OpenAI's path",
    () => `"model":"openai/gpt-5","input":[${many(43_000, () => '{"role":"user","content":"a"}')}]`
  ),
  openaiEmbeddings(
    "512 vectors as numbers on OpenAI's path",
    () => `"model":"svc-embed-v1-4b","input":[${many(512, (at) => `"text ${at}"`)}]`
  ),
  openaiChat(
    "32 MiB of the name of an unknown field on OpenAI's path",
    () => `${said},"${filled("k")()}":0`,
    expected.invalid
  ),
  openaiChat(
    "an unknown field of 200,000 characters on OpenAI's path",
    () => `${said},"${"k".repeat(200_000)}":0`,
    { ...expected.ok, headers: { "x-leadline-notice": "ignored=,%E2%80%A6" } }
  ),
  openaiChat(
    "130,000 texts to stop at on OpenAI's path",
    () =>
      `${said},"tools":[{"type":"function","function":{"name":"f"}}],"stop":[${many(130_000, (at) => `"s${at}"`)}]`,
    { status: 400, body: (text) => text.includes('"param":"stop"') }
  ),
  openaiChat(
    "40,000 outputs without calls on OpenAI's path",
    () =>
      `"model":"sonar","messages":[${many(40_000, () => '{"role":"tool","tool_call_id":"a","content":"a"}')}]`,
    { status: 400, body: (text) => text.includes("function_call with this call_id before it") }
  ),
  openaiResponses(
    "8 MB of instructions, which events do not repeat, on OpenAI's path",
    () => `"model":"openai/gpt-5","input":"a","stream":true,"instructions":"${"a b ".repeat(2_000_000)}"`,
    { status: 200, body: (text) => text.includes("response.completed") && text.length < 100_000 }
  )
].map((one) => ({ ...one, server: "embedded" as const }))
