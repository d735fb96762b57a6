// Rows about what a hostile model server, search service or page does to others.
// Source: §4.7, §4.8, §4.10; Assumed: ours for all rows.
import { post } from "../requests.ts"
import type { ExpectedResponse } from "../Threat.ts"
import { open, type Row } from "./row.ts"

const chat = (text: string): string =>
  post("/v1/sonar", JSON.stringify({ model: "sonar", messages: [{ role: "user", content: text }] }))

const run = (text: string, type: string, more: object = {}): string =>
  post("/v1/responses", JSON.stringify({ preset: "deep-research", input: text, tools: [{ type, ...more }] }))

/** A run that ends after so many searches at most. */
const searched = (most: number): ExpectedResponse => ({
  status: 200,
  body: (text) =>
    text.includes('"status":"completed"') &&
    text.includes("Done.") &&
    text.split('"type":"search_results"').length - 1 <= most
})

const turns = (title: string, send: string, answer: ExpectedResponse): Row =>
  open(`${title}: no turn over 100 ms`, send, answer, { server: "backed", within: 60_000, turn: 100 })

/** Backends. */
export const backendRows: ReadonlyArray<Row> = [
  turns("an answer of a model with a million names is 502", chat("a million names"), {
    status: 502,
    body: "bad_gateway"
  }),
  turns("an answer of a model of 80,000 backticks", chat("80,000 backticks"), { status: 200, body: "json" }),
  turns(
    "a run whose model has no end of searches ends after 64",
    run("no end of searches", "web_search"),
    searched(64)
  ),
  turns(
    "a run that reads 20 hostile pages, behind hostile robots.txt, ends",
    run("20 pages", "fetch_url"),
    searched(0)
  ),
  turns(
    "arguments of a function of 2,000,000 levels are not read",
    run("2,000,000 levels", "function", { name: "f" }),
    { status: [200, 502], body: (text) => text.includes("cannot be used") }
  )
]
