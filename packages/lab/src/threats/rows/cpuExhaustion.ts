// Rows about bodies that cost much processor time: the event loop must stay responsive.
// Source: §8; Assumed: ours for most rows.
import { bodyBytes, bearer, head, expected } from "../requests.ts"
import type { Step, ExpectedResponse } from "../Threat.ts"
import { open, type Row } from "./row.ts"

/** Milliseconds of a turn. */
const turn = 100

const many = (count: number, one: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => one(at)).join()

interface Body {
  readonly path: string
  readonly text: () => string
}

const to = (path: string, text: () => string): Body => ({ path, text })

/** A decision about a state of this JSON. */
const about = (state: () => string): Body =>
  to(
    "/v1/decisions",
    () =>
      `{"model":"decider-27b","questions":{"a":{"type":"noul","instructions":"Is it?"}},"state":${state()}}`
  )

/** Decisions about these questions. */
const asked = (questions: () => string): Body =>
  to("/v1/decisions", () => `{"model":"decider-27b","state":"","questions":{${questions()}}}`)

const chat = (messages: () => string): Body =>
  to("/v1/sonar", () => `{"model":"sonar-pro","messages":[${messages()}]}`)

const responses = (fields: () => string): Body => to("/v1/responses", () => `{${fields()}}`)

const pictured = (url: string) => `{"role":"user","content":[{"type":"input_image","image_url":"${url}"}]}`

const chunks = (count: number, one: string): Body =>
  to(
    "/v1/contextualizedembeddings",
    () => `{"model":"svc-embed-context-v1-4b","dimensions":128,"input":[[${many(count, () => one)}]]}`
  )

const sending = ({ path, text }: Body): ReadonlyArray<Step> => [
  () => {
    const body = text()
    return head(`POST ${path} HTTP/1.1`, "host: a", bearer(), `content-length: ${body.length}`) + body
  }
]

const row = (title: string, body: Body, answer: ExpectedResponse = expected.ok): Row =>
  open(`${title}: no turn over ${turn} ms`, sending(body), answer, { within: 60_000, turn })

/** Cut short of the most that a body may be. */
const filled =
  (text: string): (() => string) =>
  () =>
    text.repeat(Math.floor((bodyBytes - 400) / text.length))

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ"

const image = () =>
  `[{"type":"image_url","image_url":{"url":"data:image/png;base64,${png}${filled("AbC1")()}"}}]`

const openai = (operation: string, fields: () => string): Body =>
  to(`/openai/v1/${operation}`, () => `{${fields()}}`)
const said = '"model":"sonar","messages":[{"role":"user","content":"a"}]'

/** Heavy bodies on OpenAI's base path, which takes unknown fields: the scripted services would read each text as a script. */
const openaiRows = [
  row(
    "43,000 messages on OpenAI's path",
    openai(
      "chat/completions",
      () => `"model":"sonar","messages":[${many(43_000, () => '{"role":"user","content":"a"}')}]`
    )
  ),
  row(
    "60,000 parts on OpenAI's path",
    openai(
      "chat/completions",
      () =>
        `"model":"sonar","messages":[{"role":"user","content":[${many(60_000, () => '{"type":"text","text":"a"}')}]}]`
    )
  ),
  row(
    "130,000 unknown fields on OpenAI's path",
    openai("chat/completions", () => `${said},${many(130_000, (at) => `"k${at}":0`)}`)
  ),
  row(
    "32 MiB of a message on OpenAI's path",
    openai(
      "chat/completions",
      () => `"model":"sonar","messages":[{"role":"user","content":"${filled("a b ")()}"}]`
    )
  ),
  row(
    "32 MiB of a model on OpenAI's path",
    openai("chat/completions", () => `"messages":[{"role":"user","content":"a"}],"model":"${filled("x")()}"`),
    { status: 400, body: (text) => text.includes('"param":"model"') }
  ),
  row(
    "43,000 items of a response on OpenAI's path",
    openai(
      "responses",
      () => `"model":"openai/gpt-5","input":[${many(43_000, () => '{"role":"user","content":"a"}')}]`
    )
  ),
  row(
    "512 vectors as numbers on OpenAI's path",
    openai("embeddings", () => `"model":"svc-embed-v1-4b","input":[${many(512, (at) => `"text ${at}"`)}]`)
  ),
  row(
    "32 MiB of the name of an unknown field on OpenAI's path",
    openai("chat/completions", () => `${said},"${filled("k")()}":0`),
    expected.invalid
  ),
  row(
    "an unknown field of 200,000 characters on OpenAI's path",
    openai("chat/completions", () => `${said},"${"k".repeat(200_000)}":0`),
    { ...expected.ok, headers: { "x-leadline-notice": "ignored=,%E2%80%A6" } }
  ),
  row(
    "130,000 texts to stop at on OpenAI's path",
    openai(
      "chat/completions",
      () =>
        `${said},"tools":[{"type":"function","function":{"name":"f"}}],"stop":[${many(130_000, (at) => `"s${at}"`)}]`
    ),
    { status: 400, body: (text) => text.includes('"param":"stop"') }
  ),
  row(
    "40,000 outputs without calls on OpenAI's path",
    openai(
      "chat/completions",
      () =>
        `"model":"sonar","messages":[${many(40_000, () => '{"role":"tool","tool_call_id":"a","content":"a"}')}]`
    ),
    { status: 400, body: (text) => text.includes("function_call with this call_id before it") }
  ),
  row(
    "32 MiB of instructions, which events do not repeat, on OpenAI's path",
    openai(
      "responses",
      () => `"model":"openai/gpt-5","input":"a","stream":true,"instructions":"${filled("a b ")()}"`
    ),
    { status: 200, body: (text) => text.includes("response.completed") && text.length < 100_000 }
  )
].map((one) => ({ ...one, server: "embedded" as const }))

/** Heavy bodies. */
export const heavyRows: ReadonlyArray<Row> = [
  row(
    "32 MiB of strings",
    about(() => `[${many(31, () => `"${"x".repeat(1_048_576)}"`)}]`)
  ),
  row(
    "32 MiB of escaped quotation marks",
    about(() => `"${filled(String.raw`\"`)()}"`)
  ),
  row(
    "32 MiB of escaped characters",
    about(() => `"${filled(String.raw`\u20ac`)()}"`)
  ),
  row("32 MiB of an image", about(image)),
  row(
    "32 MiB of blanks",
    about(() => `""${filled(" ")()}`)
  ),
  row(
    "32 MiB of one number",
    about(() => `[${filled("1")()}]`),
    { status: [200, 400], body: "json" }
  ),
  row(
    "32 MiB of long names",
    about(() => `{${many(130_000, (at) => `"${String(at).padStart(240, "k")}":0`)}}`)
  ),
  row(
    "262,144 members",
    about(() => `[${many(262_000, () => "0")}]`)
  ),
  row(
    "262,144 empty objects",
    about(() => `[${many(262_000, () => "{}")}]`)
  ),
  row(
    "131,072 names",
    about(() => `{${many(130_000, (at) => `"k${at}":0`)}}`)
  ),
  row(
    "131,072 unknown fields",
    to("/v1/decisions", () => `{${many(130_000, (at) => `"k${at}":0`)}}`),
    expected.invalid
  ),
  row(
    "65,536 wrong questions",
    asked(() => many(65_000, (at) => `"k${at}":0`)),
    expected.invalid
  ),
  row(
    "131,072 options",
    asked(() => `"a":{"type":"choice","criteria":{${many(130_000, (at) => `"k${at}":null`)}}}`),
    expected.invalid
  ),
  row(
    "262,144 levels",
    asked(() => `"a":{"type":"score","criteria":[${many(260_000, () => "0")}]}`),
    expected.invalid
  ),
  row(
    "32 MiB that end wrong",
    about(() => `"${filled(String.raw`\"`)()}"x`),
    expected.invalid
  ),
  row(
    "65,536 messages",
    chat(() => many(60_000, () => `{"role":"user","content":"a"}`))
  ),
  row(
    "262,144 messages that are none",
    chat(() => many(260_000, () => "0")),
    expected.detail
  ),
  row(
    "262,144 empty messages",
    chat(() => many(260_000, () => "{}")),
    expected.detail
  ),
  row(
    "131,072 unknown fields of a chat",
    to("/v1/sonar", () => `{${many(130_000, (at) => `"k${at}":0`)}}`),
    expected.detail
  ),
  row(
    "262,144 queries",
    to("/search", () => `{"query":[${many(260_000, () => `"a"`)}]}`),
    expected.detail
  ),
  row("262,144 chunks", chunks(260_000, `"a"`), expected.detail),
  row("262,144 chunks that are none", chunks(260_000, "0"), expected.detail),
  row(
    "262,144 items of a response",
    responses(() => `"model":"openai/gpt-5","input":[${many(260_000, () => "{}")}]`),
    expected.invalidResponse
  ),
  row("an answer of 8,000 vectors", chunks(8_000, `"a"`)),
  row(
    "32 MiB of a model",
    responses(() => `"model":"${filled("x")()}","input":"a"`),
    { status: 400, body: (text) => text.includes('"type":"invalid_model"') }
  ),
  ...["data:", "https://"].map((begin) =>
    row(
      `32 MiB of an image after "${begin}"`,
      responses(() => `"model":"openai/gpt-5","input":[${pictured(`${begin}${filled("x")()}`)}]`),
      expected.invalidResponse
    )
  ),
  row(
    "32 MiB of a domain",
    to("/search", () => `{"query":"a","search_domain_filter":["${filled("a.")()}"]}`),
    expected.detail
  ),
  ...["search_after_date_filter", "search_before_date_filter", "last_updated_after_filter"].map((field) => ({
    ...row(
      `${field} of 50 KiB`,
      to("/search", () => JSON.stringify({ query: "a", [field]: `${"1/".repeat(25_000)}!` })),
      expected.detail
    ),
    title: `${field} of 50 KiB costs under 50 ms`,
    turn: 50
  })),
  ...["search_domain_filter", "search_language_filter"].map((field) => ({
    ...row(
      field,
      to("/search", () => JSON.stringify({ query: "a", [field]: [`${"a-".repeat(25_000)}!`] })),
      expected.detail
    ),
    title: `${field} of 50 KiB costs under 50 ms`,
    turn: 50
  })),
  ...openaiRows,
  row(
    "32 MiB of one name",
    about(() => `{"${filled("k")()}":0}`),
    expected.invalid
  )
]
