// Rows about the admin port: its connections, its framing and its paths.
// Assumed: ours.
import { head } from "../requests.ts"
import { closed, left, type Row } from "./row.ts"

const local = "host: localhost"

const live = head("GET /-/live HTTP/1.1", local)

/** The port has no request ids. */
const noId = { "x-request-id": null } as const

const ok = { status: 200, body: "json", headers: noId } as const
const bare = { status: 400, body: "bare" } as const
const nothing = { status: 404, body: "nothing" } as const

const paths = ["/-/LIVE", "/%2d/live", "http://localhost/-/live", "/v1/decisions"]

/** What is sent to the port of an operator. */
export const adminRows: ReadonlyArray<Row> = [
  left("400 connections with half a head leave room for a probe", live, ok, {
    beside: { count: 400, send: "GET /-/live HTTP/1.1\r\nx: ", holds: 0 },
    alone: true
  }),
  left("HEAD is 405", [head("HEAD /-/live HTTP/1.1", local), live], [{ ...nothing, status: 405 }, ok]),
  closed("half a head is 408 after 5 seconds", "GET /-/live HTTP/1.1\r\nx: ", { status: 408, body: "bare" }),
  closed("a connection without a next request is closed after 5 seconds", live, ok),
  ...paths.map((path) => left(`${path} is 404`, [head(`GET ${path} HTTP/1.1`, local), live], [nothing, ok])),
  closed(
    "length and chunked is 400: no request is smuggled through a proxy",
    head("POST /-/live HTTP/1.1", local, "content-length: 4", "transfer-encoding: chunked") +
      `0\r\n\r\n${live}`,
    bare
  ),
  ...["rebound.example:9090", "localhost.rebound.example"].map((host) =>
    left(
      `421 for a page whose name, ${host}, resolves to this machine`,
      head("GET /-/live HTTP/1.1", `host: ${host}`),
      { status: 421, body: (text: string) => !text.includes("live"), headers: noId }
    )
  )
]
