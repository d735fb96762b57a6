// Rows about bodies that cost much processor time: the event loop must stay responsive.
// Source: §8; Assumed: ours for most rows.
import { bodyBytes, bearer, head, expected } from "../requests.ts"
import type { Step, ExpectedResponse } from "../Threat.ts"
import { open, type Row } from "./row.ts"

/** Milliseconds of a turn. */
const turn = 100

/** So many entries of a list. */
export const many = (count: number, one: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => one(at)).join()

/** A path and the text of a body. */
export interface Body {
  readonly path: string
  readonly text: () => string
}

/** A body for a path. */
export const to = (path: string, text: () => string): Body => ({ path, text })

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

/** A row whose body takes no turn of the event loop for long. */
export const heavyRow = (title: string, body: Body, answer: ExpectedResponse = expected.ok): Row =>
  open(`${title}: no turn over ${turn} ms`, sending(body), answer, { within: 60_000, turn })

/** Cut short of the most that a body may be. */
export const filled =
  (text: string): (() => string) =>
  () =>
    text.repeat(Math.floor((bodyBytes - 400) / text.length))

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ"

const image = () =>
  `[{"type":"image_url","image_url":{"url":"data:image/png;base64,${png}${filled("AbC1")()}"}}]`

/** Heavy bodies. */
export const heavyRows: ReadonlyArray<Row> = [
  heavyRow(
    "32 MiB of strings",
    about(() => `[${many(31, () => `"${"x".repeat(1_048_576)}"`)}]`)
  ),
  heavyRow(
    "32 MiB of escaped quotation marks",
    about(() => `"${filled(String.raw`\"`)()}"`)
  ),
  heavyRow(
    "32 MiB of escaped characters",
    about(() => `"${filled(String.raw`\u20ac`)()}"`)
  ),
  heavyRow("32 MiB of an image", about(image)),
  heavyRow(
    "32 MiB of blanks",
    about(() => `""${filled(" ")()}`)
  ),
  heavyRow(
    "32 MiB of one number",
    about(() => `[${filled("1")()}]`),
    { status: [200, 400], body: "json" }
  ),
  heavyRow(
    "32 MiB of long names",
    about(() => `{${many(130_000, (at) => `"${String(at).padStart(240, "k")}":0`)}}`)
  ),
  heavyRow(
    "262,144 members",
    about(() => `[${many(262_000, () => "0")}]`)
  ),
  heavyRow(
    "262,144 empty objects",
    about(() => `[${many(262_000, () => "{}")}]`)
  ),
  heavyRow(
    "131,072 names",
    about(() => `{${many(130_000, (at) => `"k${at}":0`)}}`)
  ),
  heavyRow(
    "131,072 unknown fields",
    to("/v1/decisions", () => `{${many(130_000, (at) => `"k${at}":0`)}}`),
    expected.invalid
  ),
  heavyRow(
    "65,536 wrong questions",
    asked(() => many(65_000, (at) => `"k${at}":0`)),
    expected.invalid
  ),
  heavyRow(
    "131,072 options",
    asked(() => `"a":{"type":"choice","criteria":{${many(130_000, (at) => `"k${at}":null`)}}}`),
    expected.invalid
  ),
  heavyRow(
    "262,144 levels",
    asked(() => `"a":{"type":"score","criteria":[${many(260_000, () => "0")}]}`),
    expected.invalid
  ),
  heavyRow(
    "32 MiB that end wrong",
    about(() => `"${filled(String.raw`\"`)()}"x`),
    expected.invalid
  ),
  heavyRow(
    "65,536 messages",
    chat(() => many(60_000, () => `{"role":"user","content":"a"}`))
  ),
  heavyRow(
    "262,144 messages that are none",
    chat(() => many(260_000, () => "0")),
    expected.detail
  ),
  heavyRow(
    "262,144 empty messages",
    chat(() => many(260_000, () => "{}")),
    expected.detail
  ),
  heavyRow(
    "131,072 unknown fields of a chat",
    to("/v1/sonar", () => `{${many(130_000, (at) => `"k${at}":0`)}}`),
    expected.detail
  ),
  heavyRow(
    "262,144 queries",
    to("/search", () => `{"query":[${many(260_000, () => `"a"`)}]}`),
    expected.detail
  ),
  heavyRow("262,144 chunks", chunks(260_000, `"a"`), expected.detail),
  heavyRow("262,144 chunks that are none", chunks(260_000, "0"), expected.detail),
  heavyRow(
    "262,144 items of a response",
    responses(() => `"model":"openai/gpt-5","input":[${many(260_000, () => "{}")}]`),
    expected.invalidResponse
  ),
  heavyRow("an answer of 8,000 vectors", chunks(8_000, `"a"`)),
  heavyRow(
    "32 MiB of a model",
    responses(() => `"model":"${filled("x")()}","input":"a"`),
    { status: 400, body: (text) => text.includes('"type":"invalid_model"') }
  ),
  ...["data:", "https://"].map((begin) =>
    heavyRow(
      `32 MiB of an image after "${begin}"`,
      responses(() => `"model":"openai/gpt-5","input":[${pictured(`${begin}${filled("x")()}`)}]`),
      expected.invalidResponse
    )
  ),
  heavyRow(
    "32 MiB of a domain",
    to("/search", () => `{"query":"a","search_domain_filter":["${filled("a.")()}"]}`),
    expected.detail
  ),
  ...["search_after_date_filter", "search_before_date_filter", "last_updated_after_filter"].map((field) => ({
    ...heavyRow(
      `${field} of 50 KiB`,
      to("/search", () => JSON.stringify({ query: "a", [field]: `${"1/".repeat(25_000)}!` })),
      expected.detail
    ),
    title: `${field} of 50 KiB costs under 50 ms`,
    turn: 50
  })),
  ...["search_domain_filter", "search_language_filter"].map((field) => ({
    ...heavyRow(
      field,
      to("/search", () => JSON.stringify({ query: "a", [field]: [`${"a-".repeat(25_000)}!`] })),
      expected.detail
    ),
    title: `${field} of 50 KiB costs under 50 ms`,
    turn: 50
  })),
  heavyRow(
    "32 MiB of one name",
    about(() => `{"${filled("k")()}":0}`),
    expected.invalid
  )
]
