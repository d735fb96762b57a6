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

/** What 400 connections send that hold the port, and then a probe. */
const held = {
  "without a byte": "",
  "with half a head": "GET /-/live HTTP/1.1\r\nx: ",
  "with half a body": head("POST /-/live HTTP/1.1", local, "content-length: 9"),
  "that are kept open": live
}

const paths = ["/-/LIVE", "//-/live", "/%2d/live", "/-/live;x", "http://localhost/-/live", "/"]

/** What is sent to the port of an operator. */
export const adminRows: ReadonlyArray<Row> = [
  ...Object.entries(held).map(([title, send]) =>
    left(`400 connections ${title} leave room for a probe`, live, ok, {
      beside: { count: 400, send, holds: 0 },
      alone: true
    })
  ),
  closed("half a head is 408 after 5 seconds", held["with half a head"], { status: 408, body: "bare" }),
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
  closed("authorization twice is 400", head("GET /-/live HTTP/1.1", local, bearer(), bearer()), {
    status: 400,
    body: (text: string) => text.includes("given twice"),
    headers: noId
  }),
  ...["rebound.example:9090", "localhost.rebound.example"].map((host) =>
    left(
      `421 for a page whose name, ${host}, resolves to this machine`,
      head("GET /-/live HTTP/1.1", `host: ${host}`),
      { status: 421, body: (text: string) => !text.includes("live"), headers: noId }
    )
  )
]
