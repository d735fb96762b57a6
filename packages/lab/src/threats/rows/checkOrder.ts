// Rows about the order of checks when several things are wrong, and about the exact body limit.
// Source: §7.1, §8; Assumed: ours for the order.
import { bearer, bodyBytes, decide, decisionBody, expected, get, head, keys, post } from "../requests.ts"
import type { Threat, ExpectedResponse } from "../Threat.ts"
import { left, open, type Row } from "./row.ts"

const declared = (bytes: number) => `content-length: ${bytes}`

const begun = (
  title: string,
  [line = "", ...headers]: ReadonlyArray<string>,
  answer: ExpectedResponse,
  connection: Threat["connection"] = "closed"
): Row => ({
  title,
  send: [head(line, "host: a", ...headers)],
  answers: [answer],
  connection,
  within: 3_000
})

/** A decision of exactly so many bytes, blanks at its end. */
const exactly = (bytes: number): string => decisionBody("").padEnd(bytes)

const chunkOf = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`

const chunked = (bytes: number): string =>
  head("POST /v1/decisions HTTP/1.1", "host: a", bearer(), "transfer-encoding: chunked") +
  chunkOf(exactly(bytes - 1)) +
  chunkOf(" ") +
  "0\r\n\r\n"

/** Order and exact limits. */
export const orderRows: ReadonlyArray<Row> = [
  begun(
    "headers before the path",
    ["POST /nowhere HTTP/1.1", "content-type: a", "content-type: a"],
    expected.gate
  ),
  begun("the path before the key", ["POST /nowhere HTTP/1.1", declared(0)], expected.noPath, "open"),
  begun("the path before the method", ["BREW2 /nowhere HTTP/1.1"], { status: 400, body: "bare" }),
  begun(
    "the key before the coding",
    ["POST /v1/decisions HTTP/1.1", "content-encoding: gzip", declared(1_000_000)],
    expected.refused
  ),
  begun(
    "the coding before the length",
    ["POST /v1/decisions HTTP/1.1", bearer(), "content-encoding: gzip", declared(bodyBytes + 1)],
    expected.invalid
  ),
  open(
    "the rate before the body",
    [
      { repeat: get("/v1/skills", [bearer(keys.e)]), times: 6 },
      { answers: 6 },
      head("GET /v1/skills HTTP/1.1", "host: a", bearer(keys.e), "content-encoding: gzip")
    ],
    Array.from({ length: 7 }, () => ({
      status: [200, 429],
      body: "json",
      headers: { "x-ratelimit-limit": "2" }
    })),
    { server: "limited", alone: true }
  ),
  left(
    "bytes before JSON, depth before JSON, JSON before the schema",
    [
      post("/v1/decisions", "\xff{"),
      post("/v1/decisions", `${"[".repeat(65)}${"0,".repeat(1_000)}`),
      post("/v1/decisions", `{"unknown":1,}`)
    ],
    [
      { status: 400, body: (text) => text.includes("UTF-8") },
      { status: 400, body: (text) => text.includes("nested deeper") },
      { status: 400, body: (text) => text.includes("not valid JSON, at byte 13") }
    ]
  ),
  open(
    "the schema before what is stored",
    head("DELETE /v1/skills/nothing HTTP/1.1", "host: a", bearer()),
    expected.invalid
  ),
  open("33,554,432 bytes declared are 200", () => post("/v1/decisions", exactly(bodyBytes)), expected.ok, {
    alone: true
  }),
  open("33,554,432 bytes in chunks are 200", () => chunked(bodyBytes), expected.ok, { alone: true }),
  open(
    "one byte of a body is read, none is not missed",
    [post("/v1/decisions", "0"), post("/generate_auth_token", "", [bearer(keys.b)])],
    [expected.invalid, expected.ok]
  ),
  open(
    "nothing is compressed, whatever is asked for",
    decide("", [bearer(), "accept-encoding: gzip, br, zstd, deflate"]),
    { ...expected.ok, headers: { "content-encoding": null } }
  )
]
