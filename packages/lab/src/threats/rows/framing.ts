// Rows about message framing: where a request ends, and what its head may contain.
import { decisionBody, bearer, decide, get, head, expected } from "../requests.ts"
import type { Threat, ExpectedResponse } from "../Threat.ts"
import { closed, open, type Row } from "./row.ts"

const body = decisionBody("")

const framed = (
  title: string,
  headers: ReadonlyArray<string>,
  answer: ExpectedResponse = expected.bare
): Row => closed(title, head("POST /v1/decisions HTTP/1.1", "host: a", bearer(), ...headers) + body, answer)

/** A body in chunks under these headers. */
const coded = (title: string, headers: ReadonlyArray<string>, answer: ExpectedResponse): Row =>
  closed(
    title,
    head("POST /v1/decisions HTTP/1.1", "host: a", bearer(), ...headers) +
      `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    answer
  )

const chunked = (title: string, chunks: string): Row =>
  closed(
    title,
    head("POST /v1/decisions HTTP/1.1", "host: a", bearer(), "transfer-encoding: chunked") + chunks,
    expected.bare
  )

const raw = (
  title: string,
  text: string,
  answer: ExpectedResponse = expected.bare,
  connection: Threat["connection"] = "closed"
): Row => ({ title, send: [text], answers: [answer], connection })

const inner = get("/v1/models", [])
const length = `content-length: ${body.length}`
const either = { status: [501, 400], body: "bare" } satisfies ExpectedResponse
/** From the parser or from us: the rules of our answers are not asked of it. */
const parsers = { "x-request-id": /^/, "cache-control": /^/ }
const unheard: ExpectedResponse = {
  status: 400,
  body: (text) => text === "" || text.includes("invalid_request_error"),
  headers: { "x-request-id": null, "cache-control": /^/ }
}
const large = { status: 431, body: "bare" } satisfies ExpectedResponse

/** Framing and heads. */
export const framingRows: ReadonlyArray<Row> = [
  framed("a length and chunks are 400", [length, "transfer-encoding: chunked"]),
  framed("chunks and a length are 400", ["transfer-encoding: chunked", length]),
  framed("two lengths that differ are 400", [length, "content-length: 1"]),
  framed("two lengths that are equal are 400", [length, length]),
  ...["+10", "-1", "0x10", "99999999999999999999", "10, 10", "1 0", "ten", ""].map((value) =>
    framed(`the length ${JSON.stringify(value)} is 400`, [`content-length: ${value}`])
  ),
  framed("a blank before the colon of a header is 400", ["transfer-encoding : chunked"]),
  coded("an unknown coding is 400 or 501", ["transfer-encoding: xchunked"], either),
  coded("gzip, chunked is 501 or 400", ["transfer-encoding: gzip, chunked"], either),
  coded("chunked, gzip is 501 or 400", ["transfer-encoding: chunked, gzip"], either),
  coded("chunked, chunked is 501 or 400", ["transfer-encoding: chunked, chunked"], either),
  coded("identity is 501 or 400", ["transfer-encoding: identity"], either),
  coded("a coding that ends in a vertical tab is 501 or 400", ["transfer-encoding: chunked\x0b"], either),
  coded("a coding given twice is 400", ["transfer-encoding: chunked", "transfer-encoding: chunked"], unheard),
  coded(
    "gzip in one header and chunked in the next is 501 or 400",
    ["transfer-encoding: gzip", "transfer-encoding: chunked"],
    either
  ),
  framed("identity with a length is 501 or 400", ["transfer-encoding: identity", length], either),
  framed("a header without a colon is 400", [length, "no-colon"]),
  framed("a header with a blank in its name is 400", [length, "a b: c"]),
  framed("an empty header name is 400", [length, ": c"]),
  framed("a folded header is 400", [length, "x-a: b", " c"]),
  framed("NUL in a header is 400", [length, "x-a: b\0c"]),
  framed("a bare CR in a header is 400", [length, "x-a: b\rc"]),
  chunked("a chunk size that is no number is 400", "zz\r\nab\r\n0\r\n\r\n"),
  chunked("a chunk size with a sign is 400", "+2\r\n{}\r\n0\r\n\r\n"),
  chunked("a chunk size of 0x is 400", "0x2\r\n{}\r\n0\r\n\r\n"),
  chunked("a chunk size beyond 64 bits is 400", "fffffffffffffffff\r\n{}\r\n0\r\n\r\n"),
  chunked("a chunk longer than its size is 400", "2\r\n{}}\r\n0\r\n\r\n"),
  chunked("a bad chunk extension is 400", "2;\0=\r\n{}\r\n0\r\n\r\n"),
  chunked("a chunk line that ends with LF is 400", "2\n{}\n0\n\n"),
  raw("a bare LF after the request line is 400", "GET /v1/models HTTP/1.1\nhost: a\n\n"),
  raw("a bare CR after the request line is 400", "GET /v1/models HTTP/1.1\rhost: a\r\r"),
  raw("a head that begins with a blank is 400", head("GET /v1/models HTTP/1.1", " host: a")),
  raw("HTTP/0.9 is 505 or 400", "GET /v1/models\r\n\r\n", { status: [505, 400], body: "bare" }),
  raw("HTTP/0.9 as a version is 505 or 400", head("GET /v1/models HTTP/0.9", "host: a"), {
    status: [505, 400],
    body: "bare"
  }),
  raw("the preface of HTTP/2 is 505 or 400", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", {
    status: [505, 400],
    body: "bare"
  }),
  raw("HTTP/2.0 is 505 or 400", head("GET /v1/models HTTP/2.0", "host: a"), {
    status: [505, 400],
    body: "bare"
  }),
  raw("HTTP/3.0 is 505 or 400", head("GET /v1/models HTTP/3.0", "host: a"), {
    status: [505, 400],
    body: "bare"
  }),
  raw("HTTP/1.2 is 505 or 400", head("GET /v1/models HTTP/1.2", "host: a"), {
    status: [505, 400],
    body: "bare"
  }),
  raw("HTTP/1.0 without a Host is 200", head("GET /v1/models HTTP/1.0"), expected.ok),
  raw("no Host is 400", head("GET /v1/models HTTP/1.1"), expected.gate),
  raw("two Hosts are 400", head("GET /v1/models HTTP/1.1", "host: a", "host: a"), expected.gate),
  ...["a/#@b", "a/v1", "user@a", "a b", "a, b", "a:port", "a:123456", "[::1", "http://a", ""].map((host) =>
    raw(
      `the Host ${JSON.stringify(host)} is 400`,
      head("GET /v1/models HTTP/1.1", `host: ${host}`),
      expected.gate
    )
  ),
  ...["a", "a.b:80", "127.0.0.1", "[::1]:8080"].map((host) =>
    raw(`the Host ${host} is 200`, head("GET /v1/models HTTP/1.1", `host: ${host}`), expected.ok, "open")
  ),
  raw("headers over 16 KiB are 431", get("/v1/models", [`x-a: ${"x".repeat(17_000)}`]), large),
  raw("a target over 16 KiB is 431", get(`/v1/models?${"x".repeat(17_000)}`, []), large),
  raw(
    "101 headers are 431",
    get(
      "/v1/models",
      Array.from({ length: 100 }, (_, at) => `x-${at}: a`)
    ),
    large
  ),
  raw(
    "3,000 headers are 431",
    get(
      "/v1/models",
      Array.from({ length: 3_000 }, () => "a:")
    ),
    large
  ),
  raw(
    "100 headers are 200",
    get(
      "/v1/models",
      Array.from({ length: 99 }, (_, at) => `x-${at}: a`)
    ),
    expected.ok,
    "open"
  ),
  ...[
    "authorization: x",
    "content-length: 2",
    "content-type: application/json",
    "from: a",
    "if-modified-since: a",
    "if-unmodified-since: a",
    "max-forwards: 1",
    "proxy-authorization: a",
    "referer: a",
    "user-agent: a"
  ].map((line) =>
    raw(`${line.split(":")[0]} given twice is 400`, get("/v1/models", [line, line.toUpperCase()]), unheard)
  ),
  open(
    "pipelined requests are answered in order, each with its own key check",
    decide({ wait: 100 }) + decide("", []) + get("/v1/models", []) + decide() + get("/nowhere", []),
    [expected.ok, expected.refused, expected.ok, expected.ok, expected.noPath]
  ),
  closed(
    "what follows a body of a shorter length is a request of its own: 400",
    head("POST /v1/decisions HTTP/1.1", "host: a", bearer(), `content-length: ${body.length}`) +
      `${body}}}garbage\r\n\r\n`,
    [
      // The rest may be found wrong before the first is answered.
      { status: [200, 400], body: (text) => text === "" || text.includes("answers"), headers: parsers },
      { ...expected.bare, optional: true }
    ]
  ),
  open(
    "a coding in capitals is 200",
    head("POST /v1/decisions HTTP/1.1", "host: a", bearer(), "Transfer-Encoding: Chunked") +
      `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    expected.ok
  ),
  open(
    "a request hidden in the body of another is not heard",
    head("POST /v1/decisions HTTP/1.1", "host: a", bearer(), "transfer-encoding: chunked") +
      `${(body.length + inner.length).toString(16)}\r\n${body}${inner}\r\n0\r\n\r\n`,
    expected.invalid
  ),
  open(
    "trailers change nothing",
    head("POST /v1/decisions HTTP/1.1", "host: a", "transfer-encoding: chunked", "trailer: authorization") +
      `${body.length.toString(16)}\r\n${body}\r\n0\r\n${bearer()}\r\n\r\n`,
    expected.refused
  ),
  open(
    "connections that send nothing give way on a server that is full",
    get("/v1/models", []),
    expected.ok,
    { server: "narrow", beside: { count: 6, send: "", holds: 0 }, alone: true }
  ),
  open("heads that do not end give way on a server that is full", get("/v1/models", []), expected.ok, {
    server: "narrow",
    beside: { count: 6, send: "GET /v1/models HTTP/1.1\r\n", holds: 0 },
    alone: true
  }),
  open(
    "idle connections give way on a server that is full",
    [{ wait: 100 }, get("/v1/models", [])],
    expected.ok,
    { server: "narrow", beside: { count: 6, send: get("/v1/models", []), holds: 0 }, alone: true }
  )
]
