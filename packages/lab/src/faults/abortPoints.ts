// Servers at which a call waits in a known phase, so that it can be aborted there.
import type { Socket } from "node:net"
import { listen } from "./faultServer.ts"
import { openEndpoint } from "./networkConditions.ts"
import { type Operation, streamOperations, wholeOperations } from "./operations.ts"
import { chunk, chunkedHead, head, json, type ServerScript, whole } from "./ServerScript.ts"

/** A server at which calls wait in one phase. */
interface AbortPoint {
  readonly title: string
  readonly baseUrl: string
  readonly operation: Operation | undefined
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
const [decisions] = wholeOperations
const [chat] = streamOperations
const frame = chunk(chat?.answer.frames[0] ?? "")
const good = whole(decisions?.answer.body ?? "", "200 OK", json)
const begun = { write: chunkedHead(events) }

/** Responses whose connection must close on abort, by the phase in which they wait. */
const closing: { readonly [title: string]: ServerScript } = {
  headers: [],
  "half a head": [{ write: "HTTP/1.1 200 OK\r\nx-a: " }],
  body: [{ write: `${head("200 OK", json, "content-length: 99")}{` }],
  "a body that drips": [{ write: head("200 OK", json) }, { drip: [" "], every: 3 }],
  stream: [begun, { write: frame }],
  "a stream that goes on": [begun, { drip: [frame, chunk(": ping\n\n")], every: 2 }]
}

/** Responses that are over by themselves. */
const over: { readonly [title: string]: (n: number) => ServerScript } = {
  "a wait demanded by the server": () => [{ write: whole("", "503 Busy", "retry-after: 30") }],
  "a wait of its own": () => [{ write: whole("", "500 Oops") }],
  "an answer about to come": (n) => [{ wait: n % 20 }, { write: good }]
}

/** Phases before a request is sent; the last one has a large request, which is not read. */
const conditions = {
  dns: "silent name",
  connect: "black hole",
  tls: "handshake without end",
  send: "unread"
} as const

const defaults = { operation: decisions, size: 0, closes: false, unaborted: "answered" } as const

/** Opens all abort points. `onRequest` is called for requests whose connection must close on abort. */
export const openAbortPoints = (
  onRequest: (head: string, socket: Socket) => void
): Promise<ReadonlyArray<AbortPoint>> =>
  Promise.all<AbortPoint>([
    ...Object.entries(closing).map(async ([title, script]) => {
      const server = await listen({ serve: () => script, onRequest })
      const operation = title.includes("stream") ? chat : decisions
      return {
        ...defaults,
        ...server,
        operation,
        closes: true,
        title,
        baseUrl: `http://127.0.0.1:${server.port}`
      }
    }),
    ...Object.entries(over).map(async ([title, serve]) => ({
      ...defaults,
      ...(await openEndpoint("plain", serve)),
      title,
      unaborted: title === "a wait of its own" ? ("InternalServerError" as const) : defaults.unaborted
    })),
    ...Object.entries(conditions).map(async ([title, link]) => ({
      ...defaults,
      ...(await openEndpoint(link, () => [])),
      title,
      size: title === "send" ? 3 << 20 : 0
    }))
  ])
