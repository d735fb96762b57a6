// Servers at which a call waits in a known phase, so that it can be aborted there.
import type { Socket } from "node:net"
import { listen } from "./faultServer.ts"
import { openEndpoint } from "./networkConditions.ts"
import { type Operation, streamOperations, wholeOperations } from "./operations.ts"
import { chunk, chunkedHead, head, json, type ServerScript, whole } from "./ServerScript.ts"

/** A server at which calls wait in one phase. */
export interface AbortPoint {
  readonly title: string
  readonly baseUrl: string
  readonly operations: ReadonlyArray<Operation>
  /** Extra characters in the request. */
  readonly size: number
  /** Whether an abort after the request arrived must close the connection. */
  readonly closes: boolean
  /** How a call ends that is over before its abort: short random waits between attempts may all fit before it. */
  readonly unaborted: "answered" | "InternalServerError"
  /** Connections open now. */
  readonly open: () => number
  readonly close: () => Promise<void>
}

const events = "content-type: text/event-stream"
const decisions = wholeOperations.slice(0, 1)
const streaming = streamOperations.slice(0, 1)
const frame = streaming[0]?.answer.frames[0] ?? ""
const good = whole(decisions[0]?.answer.body ?? "", "200 OK", json)

interface Kind extends Partial<Pick<AbortPoint, "closes" | "operations" | "unaborted">> {
  readonly serve: (n: number) => ServerScript
}

/** Phases of a response, by title. */
const kinds: { readonly [title: string]: Kind } = {
  headers: { serve: () => [], closes: true },
  "half a head": { serve: () => [{ write: "HTTP/1.1 200 OK\r\nx-a: " }], closes: true },
  body: { serve: () => [{ write: `${head("200 OK", json, "content-length: 99")}{` }], closes: true },
  "a body that drips": {
    serve: () => [{ write: head("200 OK", json) }, { drip: [" "], every: 3 }],
    closes: true
  },
  stream: {
    operations: streaming,
    serve: () => [{ write: chunkedHead(events) }, { write: chunk(frame) }],
    closes: true
  },
  "a stream that goes on": {
    operations: streaming,
    serve: () => [{ write: chunkedHead(events) }, { drip: [chunk(frame), chunk(": ping\n\n")], every: 2 }],
    closes: true
  },
  "a wait demanded by the server": { serve: () => [{ write: whole("", "503 Busy", "retry-after: 30") }] },
  "a wait of its own": {
    serve: () => [{ write: whole("", "500 Oops") }],
    unaborted: "InternalServerError"
  },
  "an answer about to come": { serve: (n) => [{ wait: n % 20 }, { write: good }] }
}

/** Phases before a request is sent; the last one has a large request, which is not read. */
const conditions = {
  dns: "silent name",
  connect: "black hole",
  tls: "handshake without end",
  send: "unread"
} as const

const defaults = { operations: decisions, size: 0, closes: false, unaborted: "answered" } as const

/** Opens all abort points. `onRequest` is called for requests whose connection must close on abort. */
export const openAbortPoints = (
  onRequest: (head: string, socket: Socket) => void
): Promise<ReadonlyArray<AbortPoint>> =>
  Promise.all<AbortPoint>([
    ...Object.entries(kinds).map(async ([title, kind]) => {
      const server = await listen({ serve: kind.serve, onRequest: kind.closes ? onRequest : undefined })
      return { ...defaults, ...kind, ...server, title, baseUrl: `http://127.0.0.1:${server.port}` }
    }),
    ...Object.entries(conditions).map(async ([title, link]) => ({
      ...defaults,
      ...(await openEndpoint(link, () => [])),
      title,
      size: title === "send" ? 3 << 20 : 0
    }))
  ])
