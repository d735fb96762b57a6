// Faults of status, body and content coding.
import { gzipSync } from "node:zlib"
import { echo } from "../operations.ts"
import { deadlineError, invalidResponse, row, type FaultRow } from "./FaultRow.ts"
import { type Bytes, flood, head, html, join, json, whole } from "../ServerScript.ts"

const member = gzipSync(Buffer.alloc(1 << 20, " "))
const bomb = Buffer.concat(Array.from({ length: 300 }, () => member))

const page = `<!doctype html><html><body>${echo}</body></html>`

/** A good body with an extra field, which an open schema accepts. */
const beside = (body: string, field: Bytes): Buffer => join(body.slice(0, -1), `,"more":`, field, "}")

/** A response with status 200 of a body made of the good one. */
const of =
  (bodyOf: (body: string) => Bytes, ...headers: ReadonlyArray<string>): FaultRow["serve"] =>
  ({ body }) => [{ write: whole(bodyOf(body), "200 OK", json, ...headers) }]

/** A response of any status. */
const answer =
  (body: string, status: string, ...headers: ReadonlyArray<string>): FaultRow["serve"] =>
  () => [{ write: whole(body, status, ...headers) }]

/** The rows. */
export const bodyRows: ReadonlyArray<FaultRow> = [
  row("200 with an empty body", invalidResponse("empty"), answer("", "200 OK", json)),
  row("a redirect to another origin", invalidResponse("redirect"), (_, __, trap) => [
    { write: whole("", "308 Permanent Redirect", `location: ${trap}/v1/x`) }
  ]),
  row("504 as HTML", { ...deadlineError("service"), status: 504 }, answer(page, "504 Gateway Timeout", html)),
  row("200 as HTML", invalidResponse("content"), answer(page, "200 OK", html)),
  row(
    "JSON with one byte order mark",
    "ok",
    of((body) => `\uFEFF${body}`)
  ),
  row(
    "invalid UTF-8 inside a string",
    invalidResponse("utf8"),
    of((body) => beside(body, Buffer.of(0x22, 0xff, 0x22)))
  ),
  row(
    "JSON two million levels deep",
    invalidResponse("depth"),
    of((body) => beside(body, "[".repeat(2e6) + "]".repeat(2e6))),
    { isHeavy: true }
  ),
  row(
    "body dripped a byte at a time",
    deadlineError("body"),
    () => [{ write: head("200 OK", json, "content-length: 99999") }, { drip: [" "], every: 20 }],
    { timeout: 1_000 }
  ),
  row("a body without end", invalidResponse("tooLarge"), () => [{ write: head("200 OK", json) }, flood], {
    isHeavy: true
  }),
  row(
    "an error's body without end",
    { _tag: "ConflictError" },
    () => [{ write: head("409 Conflict", json) }, flood],
    { isHeavy: true }
  ),
  row(
    "a gzip bomb of 300 MiB",
    invalidResponse("encoding"),
    () => [{ write: whole(bomb, "200 OK", json, "content-encoding: gzip") }],
    { isHeavy: true, onFetch: [invalidResponse("tooLarge")] }
  ),
  row("unrequested gzip", invalidResponse("encoding"), of(gzipSync, "content-encoding: gzip"), {
    onFetch: ["ok"]
  })
]
