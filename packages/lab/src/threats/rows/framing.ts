// Rows about message framing: where a request ends, and what its head may contain.
import { decisionBody, bearer, decide, get, head, expected } from "../requests.ts"
import type { ExpectedResponse } from "../Threat.ts"
import { closed, open, type Row, several } from "./row.ts"

const body = decisionBody("")
const length = `content-length: ${body.length}`
const inner = get("/v1/models", [])
const either = { status: [501, 400], body: "bare" } satisfies ExpectedResponse
const otherVersion = { status: [505, 400], body: "bare" } satisfies ExpectedResponse

/** A decision of these header lines and this body. */
const post = (headers: ReadonlyArray<string>, content: string): string =>
  head("POST /v1/decisions HTTP/1.1", "host: a", bearer(), ...headers) + content

const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`
const chunked = (...chunks: ReadonlyArray<string>): string => [...chunks.map(chunk), "0\r\n\r\n"].join("")

/** Header lines of a body, each of which leaves two ways to read where it ends, or none. */
const wrongHeaders: { readonly [title: string]: ReadonlyArray<string> } = {
  "a length and chunks": [length, "transfer-encoding: chunked"],
  "two lengths that differ": [length, "content-length: 1"],
  "a blank before the colon of a header": ["transfer-encoding : chunked"],
  "a header with a blank in its name": [length, "a b: c"],
  "a folded header": [length, "x-a: b", " c"],
  "NUL in a header": [length, "x-a: b\0c"],
  "a bare CR in a header": [length, "x-a: b\rc"],
  ...Object.fromEntries(
    ["+10", "-1", "0x10", "99999999999999999999", "10, 10", "1 0", ""].map((value) => [
      `the length "${value}"`,
      [`content-length: ${value}`]
    ])
  )
}

const wrongChunks = {
  "a chunk size with a sign": "+2\r\n{}\r\n0\r\n\r\n",
  "a chunk size beyond 64 bits": "fffffffffffffffff\r\n{}\r\n0\r\n\r\n",
  "a chunk longer than its size": "2\r\n{}}\r\n0\r\n\r\n",
  "a bad chunk extension": "2;\0=\r\n{}\r\n0\r\n\r\n",
  "a chunk line that ends with LF": "2\n{}\n0\n\n"
}

const codings = ["xchunked", "gzip, chunked", "chunked, gzip", "chunked, chunked", "identity", "chunked\x0b"]

/** What follows GET /v1/models in the first line, and what comes back. */
const versions: { readonly [version: string]: ExpectedResponse } = {
  "\r\n\r\n": otherVersion,
  " HTTP/0.9\r\nhost: a\r\n\r\n": otherVersion,
  " HTTP/2.0\r\nhost: a\r\n\r\n": otherVersion,
  " HTTP/1.1\nhost: a\n\n": expected.bare,
  " HTTP/1.1\rhost: a\r\r": expected.bare,
  " HTTP/1.1\r\n\r\n": expected.gate,
  " HTTP/1.1\r\nhost: a\r\nhost: a\r\n\r\n": expected.gate,
  " HTTP/1.0\r\n\r\n": expected.ok
}

/** From the parser or from us: the rules of our responses are not asked of it. */
const unheard: ExpectedResponse = {
  status: 400,
  body: (text) => text === "" || text.includes("invalid_request_error"),
  headers: { "x-request-id": null, "cache-control": /^/ }
}
const repeated = [
  "authorization",
  "content-length",
  "content-type",
  "from",
  "if-modified-since",
  "user-agent"
]
const badHosts = ["a/#@b", "a/v1", "user@a", "a b", "a, b", "a:port", "a:123456", "[::1", "http://a", ""]

const headersOf = (count: number) => several(count, "").map((_, at) => `x-${at}: a`)

const full = { server: "narrow", alone: true } as const

/** Framing and heads. */
export const framingRows: ReadonlyArray<Row> = [
  ...Object.entries(wrongHeaders).map(([title, headers]) =>
    closed(`${title} is 400`, post(headers, body), expected.bare)
  ),
  ...codings.map((coding) =>
    closed(
      `the transfer coding ${JSON.stringify(coding)} is 501 or 400`,
      post([`transfer-encoding: ${coding}`], chunked(body)),
      either
    )
  ),
  ...Object.entries(wrongChunks).map(([title, chunks]) =>
    closed(`${title} is 400`, post(["transfer-encoding: chunked"], chunks), expected.bare)
  ),
  ...Object.entries(versions).map(([rest, answer]) =>
    closed(
      `${JSON.stringify(rest)} behind the target is ${String(answer.status)}`,
      `GET /v1/models${rest}`,
      answer
    )
  ),
  closed("the preface of HTTP/2 is 505 or 400", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", otherVersion),
  ...badHosts.map((host) =>
    closed(`the Host "${host}" is 400`, head("GET /v1/models HTTP/1.1", `host: ${host}`), expected.gate)
  ),
  ...["a.b:80", "[::1]:8080"].map((host) =>
    open(`the Host ${host} is 200`, head("GET /v1/models HTTP/1.1", `host: ${host}`), expected.ok)
  ),
  ...Object.entries({
    "headers over 16 KiB": get("/v1/models", [`x-a: ${"x".repeat(17_000)}`]),
    "a target over 16 KiB": get(`/v1/models?${"x".repeat(17_000)}`, []),
    "101 headers": get("/v1/models", headersOf(100))
  }).map(([title, request]) => closed(`${title} are 431`, request, { status: 431, body: "bare" })),
  open("100 headers are 200", get("/v1/models", headersOf(99)), expected.ok),
  ...repeated.map((name) =>
    closed(
      `${name} given twice is 400`,
      get("/v1/models", [`${name}: 2`, `${name.toUpperCase()}: 2`]),
      unheard
    )
  ),
  open(
    "pipelined requests are answered in order, each with its own key check",
    decide({ wait: 100 }) + decide("", []) + get("/v1/models", []) + decide() + get("/nowhere", []),
    [expected.ok, expected.refused, expected.ok, expected.ok, expected.noPath]
  ),
  open(
    "a request hidden in the body of another is not heard",
    post(["transfer-encoding: chunked"], chunked(body + inner)),
    expected.invalid
  ),
  open(
    "trailers change nothing",
    head("POST /v1/decisions HTTP/1.1", "host: a", "transfer-encoding: chunked", "trailer: authorization") +
      `${chunk(body)}0\r\n${bearer()}\r\n\r\n`,
    expected.refused
  ),
  ...["", "GET /v1/models HTTP/1.1\r\n"].map((send) =>
    open(`connections that send ${send.length} bytes give way on a server that is full`, inner, expected.ok, {
      ...full,
      beside: { count: 6, send, holds: 0 }
    })
  )
]
