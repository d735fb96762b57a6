// Rows about what a hostile model server, search service or page does to others, and a caller to a search service.
// Source: §4.7, §4.8, §4.10; Assumed: ours for all rows.
import { expected, post } from "../requests.ts"
import type { ExpectedResponse } from "../Threat.ts"
import { open, type Row } from "./row.ts"

const chat = (text: string): string =>
  post("/v1/sonar", JSON.stringify({ model: "sonar", messages: [{ role: "user", content: text }] }))

const run = (text: string, type: string, more: object = {}): string =>
  post("/v1/responses", JSON.stringify({ preset: "deep-research", input: text, tools: [{ type, ...more }] }))

const completed = {
  status: 200,
  body: (text: string) => text.includes('"status":"completed"') && text.includes("Done.")
} satisfies ExpectedResponse
/** With so many searches at most. */
const searched = (most: number): ExpectedResponse => ({
  status: 200,
  body: (text) => completed.body(text) && text.split('"type":"search_results"').length - 1 <= most
})
const badGateway: ExpectedResponse = { status: 502, body: "bad_gateway" }

const more = { server: "backed", within: 60_000, turn: 100 } as const

/** Backends. */
export const backendRows: ReadonlyArray<Row> = [
  ...["a million names", "a million numbers", "20,000 calls"].map((text) =>
    open(`an answer of a model with ${text} is 502: no turn over 100 ms`, chat(text), badGateway, more)
  ),
  open(
    "an answer of a model of 80,000 backticks: no turn over 100 ms",
    chat("80,000 backticks"),
    expected.ok,
    more
  ),
  open(
    "a run whose model has no end of searches ends after 64: no turn over 100 ms",
    run("no end of searches", "web_search"),
    searched(64),
    more
  ),
  open(
    "a run that reads 20 hostile pages, behind hostile robots.txt, ends: no turn over 100 ms",
    run("20 pages", "fetch_url"),
    completed,
    more
  ),
  open(
    "a search of 5 queries in 5 languages is 422",
    post(
      "/search",
      JSON.stringify({
        query: ["a", "b", "c", "d", "e"],
        search_language_filter: ["de", "fr", "es", "it", "pt"]
      })
    ),
    { status: 422, body: (text) => text.includes("at most 20 searches, got 25") },
    { server: "backed" }
  ),
  open(
    "arguments of a function of 2,000,000 levels are not read: no turn over 100 ms",
    run("2,000,000 levels", "function", { name: "f" }),
    { status: [200, 502], body: (text) => text.includes("cannot be used") },
    more
  )
]
