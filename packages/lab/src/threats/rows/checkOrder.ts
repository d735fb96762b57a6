// Rows about the order of checks when several things are wrong, and about the exact body limit.
// Source: §7.1, §8; Assumed: ours for the order.
import { bearer, bodyBytes, decide, decisionBody, expected, get, head, keys, post } from "../requests.ts"
import type { ExpectedResponse } from "../Threat.ts"
import { closed, left, open, type Row, several } from "./row.ts"

const begun = (title: string, line: string, headers: ReadonlyArray<string>, answer: ExpectedResponse): Row =>
  closed(title, head(line, "host: a", ...headers), answer, { within: 3_000 })

const chunkOf = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`

/** A decision of exactly so many bytes, blanks at its end. */
const exactly = (bytes: number): string => decisionBody("").padEnd(bytes)

/** Order and exact limits. */
export const orderRows: ReadonlyArray<Row> = [
  begun("headers before the path", "POST /nowhere HTTP/1.1", several(2, "content-type: a"), expected.gate),
  begun(
    "the key before the coding",
    "POST /v1/decisions HTTP/1.1",
    ["content-encoding: gzip", "content-length: 1000000"],
    expected.refused
  ),
  begun(
    "the coding before the length",
    "POST /v1/decisions HTTP/1.1",
    [bearer(), "content-encoding: gzip", `content-length: ${bodyBytes + 1}`],
    expected.invalid
  ),
  open(
    "the rate before the body",
    [
      { repeat: get("/v1/skills", [bearer(keys.e)]), times: 6 },
      { answers: 6 },
      head("GET /v1/skills HTTP/1.1", "host: a", bearer(keys.e), "content-encoding: gzip")
    ],
    several(7, { status: [200, 429], body: "json", headers: { "x-ratelimit-limit": "2" } }),
    { server: "limited", alone: true }
  ),
  left(
    "bytes before JSON, depth before JSON, JSON before the schema",
    ["\xff{", `${"[".repeat(65)}${"0,".repeat(1_000)}`, `{"unknown":1,}`].map((body) =>
      post("/v1/decisions", body)
    ),
    ["UTF-8", "nested deeper", "not valid JSON, at byte 13"].map((words) => ({
      status: 400,
      body: (text) => text.includes(words)
    }))
  ),
  open(
    "33,554,432 bytes in chunks are 200",
    () =>
      head("POST /v1/decisions HTTP/1.1", "host: a", bearer(), "transfer-encoding: chunked") +
      chunkOf(exactly(bodyBytes - 1)) +
      chunkOf(" ") +
      "0\r\n\r\n",
    expected.ok,
    { alone: true }
  ),
  open(
    "nothing is compressed, whatever is asked for",
    decide("", [bearer(), "accept-encoding: gzip, br, zstd, deflate"]),
    { ...expected.ok, headers: { "content-encoding": null } }
  )
]
