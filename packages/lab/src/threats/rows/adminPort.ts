// Rows about the admin port: its connections, its framing and its paths.
// Assumed: ours.
import { bearer, decisionBody, head } from "../requests.ts"
import { closed, left, type Row } from "./row.ts"

const local = "host: localhost"

const live = head("GET /-/live HTTP/1.1", local)

/** The port has no request ids. */
const noId = { "x-request-id": null } as const

const ok = { status: 200, body: "json", headers: noId } as const
const bare = { status: 400, body: "bare" } as const
const nothing = { status: 404, body: "nothing" } as const

/** Connections that hold the port, and then a probe. */
const held = (title: string, send: string): Row =>
  left(`${title} leave room for a probe`, live, ok, { beside: { count: 400, send, holds: 0 }, alone: true })

const paths = [
  "/-/LIVE",
  "/-/live/",
  "//-/live",
  "/-//live",
  "/%2d/live",
  "/-/%6cive",
  "/-/./live",
  "/x/../-/live",
  "/-/live;x",
  "/-/live%3fx",
  "http://localhost/-/live",
  "/v1/models",
  "/"
]

/** What is sent to the port of an operator. */
export const adminRows: ReadonlyArray<Row> = [
  held("400 connections without a byte", ""),
  held("400 connections with half a head", "GET /-/live HTTP/1.1\r\nx: "),
  held("400 connections with half a body", head("POST /-/live HTTP/1.1", local, "content-length: 9")),
  held("400 connections that are kept open", live),
  closed("half a head is 408 after 5 seconds", "GET /-/live HTTP/1.1\r\nx: ", { status: 408, body: "bare" }),
  closed("a connection without a next request is closed after 5 seconds", live, ok),
  ...paths.map((path) => left(`${path} is 404`, [head(`GET ${path} HTTP/1.1`, local), live], [nothing, ok])),
  left(
    "a request of the contract is 404, its body is no request",
    [
      head("POST /v1/decisions HTTP/1.1", local, bearer(), `content-length: ${decisionBody("").length}`) +
        decisionBody(""),
      live
    ],
    [nothing, ok]
  ),
  closed(
    "length and chunked is 400: no request is smuggled through a proxy",
    head("POST /-/live HTTP/1.1", local, "content-length: 4", "transfer-encoding: chunked") +
      `0\r\n\r\n${live}`,
    bare
  ),
  ...["authorization: Bearer a", "host: localhost", "content-length: 0"].map((line) =>
    closed(
      `${line.split(":", 1)[0]} twice is 400`,
      head("POST /-/live HTTP/1.1", ...(line.startsWith("host") ? [] : [local]), line, line) + live,
      {
        status: 400,
        body: (text: string) => text === "" || text.includes("given twice"),
        // The parser refuses one of them.
        headers: { ...noId, "cache-control": /^/ }
      }
    )
  ),
  closed(
    "101 header lines are 431",
    head("GET /-/live HTTP/1.1", local, ...Array.from({ length: 100 }, (_, at) => `x-${at}: a`)),
    { status: 431, body: "bare" }
  ),
  closed("CONNECT is closed unheard", head("CONNECT a:443 HTTP/1.1", local), [], { within: 3_000 }),
  left(
    "an upgrade is ignored",
    head("GET /-/live HTTP/1.1", local, "connection: upgrade", "upgrade: websocket"),
    ok
  ),
  ...["rebound.example:9090", "localhost.rebound.example"].map((host) =>
    left(
      `421 for a page whose name, ${host}, resolves to this machine`,
      head("GET /-/live HTTP/1.1", `host: ${host}`),
      {
        status: 421,
        body: (text: string) => !text.includes("live"),
        headers: noId
      }
    )
  )
]
