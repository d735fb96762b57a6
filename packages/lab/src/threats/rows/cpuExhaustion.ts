// Rows about bodies that cost much processor time, also on OpenAI's base path: the event loop must stay responsive.
// Source: §8; Assumed: ours for most rows.
import { notifyAsStranger } from "../databaseRole.ts"
import { bodyBytes, expected, get, post } from "../requests.ts"
import type { ExpectedResponse } from "../Threat.ts"
import { left, open, type Row } from "./row.ts"

/** So many entries of a list. */
const many = (count: number, one: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => one(at)).join()

/** So many fields. */
const fields = (count: number): string => many(count, (at) => `"k${at}":0`)

/** A text again and again, cut short of the most that a body may be. */
const filled = (text: string): string => text.repeat(Math.floor((bodyBytes - 400) / text.length))

/** A body, made when it is sent, that takes no turn of the event loop for long. */
const heavy = (
  title: string,
  path: string,
  body: () => string,
  answer: ExpectedResponse = expected.ok,
  turn = 100
): Row =>
  open(`${title}: no turn over ${turn} ms`, () => post(path, body()), answer, { within: 60_000, turn })

/** A decision about a state of this JSON. */
const about = (title: string, state: () => string, answer?: ExpectedResponse): Row =>
  heavy(
    title,
    "/v1/decisions",
    () =>
      `{"model":"decider-27b","questions":{"a":{"type":"noul","instructions":"Is it?"}},"state":${state()}}`,
    answer
  )

const chunks = (title: string, count: number, answer?: ExpectedResponse): Row =>
  heavy(
    title,
    "/v1/contextualizedembeddings",
    () => `{"model":"svc-embed-context-v1-4b","dimensions":128,"input":[[${many(count, () => `"a"`)}]]}`,
    answer
  )

/** Texts of 50 KiB that are slow to match against the pattern of a field. */
const slowTexts = {
  search_after_date_filter: `${"1/".repeat(25_000)}!`,
  search_domain_filter: [`${"a-".repeat(25_000)}!`]
}

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ"

/** Heavy bodies. */
export const heavyRows: ReadonlyArray<Row> = [
  about("32 MiB of strings", () => `[${many(31, () => `"${"x".repeat(1_048_576)}"`)}]`),
  about("32 MiB of escaped quotation marks", () => `"${filled(String.raw`\"`)}"`),
  about(
    "32 MiB of an image",
    () => `[{"type":"image_url","image_url":{"url":"data:image/png;base64,${png}${filled("AbC1")}"}}]`
  ),
  about("32 MiB of one number", () => `[${filled("1")}]`, { status: [200, 400], body: "json" }),
  about("32 MiB of one name", () => `{"${filled("k")}":0}`, expected.invalid),
  about("32 MiB that end wrong", () => `"${filled(String.raw`\"`)}"x`, expected.invalid),
  about("262,144 members", () => `[${many(262_000, () => "0")}]`),
  heavy("131,072 unknown fields", "/v1/decisions", () => `{${fields(130_000)}}`, expected.invalid),
  heavy(
    "65,536 wrong questions",
    "/v1/decisions",
    () => `{"model":"decider-27b","state":"","questions":{${fields(65_000)}}}`,
    expected.invalid
  ),
  heavy(
    "262,144 empty messages",
    "/v1/sonar",
    () => `{"model":"sonar-pro","messages":[${many(260_000, () => "{}")}]}`,
    expected.detail
  ),
  chunks("262,144 chunks", 260_000, expected.detail),
  chunks("an answer of 8,000 vectors", 8_000),
  heavy(
    "262,144 items of a response",
    "/v1/responses",
    () => `{"model":"openai/gpt-5","input":[${many(260_000, () => "{}")}]}`,
    expected.invalidResponse
  ),
  heavy(
    "32 MiB of an image of a response",
    "/v1/responses",
    () => `{"input":[{"role":"user","content":[{"type":"input_image","image_url":"data:${filled("x")}"}]}]}`,
    expected.invalidResponse
  ),
  ...Object.entries(slowTexts).map(([field, value]) =>
    heavy(
      `${field} of 50 KiB`,
      "/search",
      () => JSON.stringify({ query: "a", [field]: value }),
      expected.detail,
      50
    )
  )
]

/** Heavy bodies on OpenAI's base path: the scripted services would read each text as a script. */
export const openaiRows: ReadonlyArray<Row> = [
  heavy(
    "43,000 messages on OpenAI's path",
    "/openai/v1/chat/completions",
    () => `{"model":"sonar","messages":[${many(43_000, () => '{"role":"user","content":"a"}')}]}`
  ),
  heavy(
    "512 vectors as numbers on OpenAI's path",
    "/openai/v1/embeddings",
    () => `{"model":"svc-embed-v1-4b","input":[${many(512, (at) => `"text ${at}"`)}]}`
  )
].map((one) => ({ ...one, server: "embedded" as const }))

/** Others on the same PostgreSQL: each of the servers in the process hears them. */
export const databaseRows: ReadonlyArray<Row> = [
  left(
    "5,000 notifications by a role without rights: no turn over 100 ms",
    [{ run: ({ database = "" }) => notifyAsStranger(database, 5_000) }, get("/v1/models", [])],
    expected.ok,
    { within: 120_000, turn: 100 }
  )
]
