// A scripted server: what it answers to each request, in memory or over a socket.
import type { IncomingMessage, ServerResponse } from "node:http"
import { text } from "node:stream/consumers"
import type { Transport } from "@leadline/core/transport"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { type FaultReply, playReply } from "../faults/FaultReply.ts"
import { jsonOf, parsed, replyingTransport } from "../faults/scriptedTransport.ts"
import { serveHttp } from "../ports.ts"

/** A request as a script sees it. */
export interface ScriptedRequest {
  readonly method: string
  /** Without the query. */
  readonly path: string
  /** The JSON of the body; undefined without one. */
  readonly body: unknown
}

/** Its answer. */
export interface ScriptedReply {
  /** Default 200. */
  readonly status?: number
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent as it is, in place of JSON. */
  readonly text?: string
  readonly headers?: { readonly [name: string]: string }
  /** Milliseconds before it. */
  readonly after?: number
  /** The connection fails with this code, before any byte of the request was sent. */
  readonly refuses?: string
}

/** Answers requests. Undefined: there is no such route. */
export type Script = (request: ScriptedRequest) => ScriptedReply | undefined

/** What a scripted server has seen. */
export interface Seen {
  readonly requests: Array<ScriptedRequest>
  /** Calls that were aborted before their answer. */
  aborted: number
  /** The most calls in progress at a time. */
  mostOpen: number
  open: number
}

/** Nothing yet. */
export const newSeen = (): Seen => ({ requests: [], aborted: 0, mostOpen: 0, open: 0 })

/** As the reply that transports and servers play. */
const replyOf = ({ after, refuses, status, ...reply }: ScriptedReply): FaultReply => ({
  ...(after !== undefined && { after }),
  ...(refuses !== undefined && { breaks: { phase: "connect", code: refuses } }),
  ...(status !== undefined && { status }),
  headers: { "content-type": "application/json", ...reply.headers },
  parts: [reply.text ?? JSON.stringify(reply.body ?? {})]
})

const begin = (script: Script, seen: Seen, request: ScriptedRequest): FaultReply => {
  seen.requests.push(request)
  seen.mostOpen = Math.max(seen.mostOpen, ++seen.open)
  return replyOf(script(request) ?? { status: 404, body: { error: { message: "not found" } } })
}

const end = (seen: Seen, isAborted: boolean): void => {
  seen.open--
  if (isAborted) seen.aborted++
}

/** A transport on which every request is answered by a script. */
export const scriptTransport = (script: Script, seen: Seen = newSeen()): Layer.Layer<Transport> =>
  replyingTransport(
    (request) => begin(script, seen, jsonOf(request)),
    (isAborted) => end(seen, isAborted)
  ).layer

const serve = async (script: Script, seen: Seen, incoming: IncomingMessage, outgoing: ServerResponse) => {
  const body = parsed(await text(incoming))
  const path = new URL(incoming.url ?? "/", "http://localhost").pathname
  const reply = begin(script, seen, { method: incoming.method ?? "GET", path, body })
  outgoing.on("close", () => end(seen, !outgoing.writableEnded))
  await playReply(outgoing, reply)
}

/** Starts a scripted server on a port of this machine; its URL ends with the port. It ends with the scope. */
export const startScript = (script: Script, seen: Seen = newSeen()) =>
  Effect.acquireRelease(
    Effect.promise(() => serveHttp((incoming, outgoing) => void serve(script, seen, incoming, outgoing))),
    ({ close }) => Effect.promise(close)
  ).pipe(Effect.map(({ url }) => url))
