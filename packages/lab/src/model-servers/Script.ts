// A scripted server: what it answers to each request, in memory or over a socket.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { Transport, type Receiver } from "@leadline/core/transport"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

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

const textOf = (reply: ScriptedReply): string => reply.text ?? JSON.stringify(reply.body ?? {})

const answer = (script: Script, seen: Seen, request: ScriptedRequest): ScriptedReply => {
  seen.requests.push(request)
  return script(request) ?? { status: 404, body: { error: { message: "not found" } } }
}

/** Nothing yet. */
export const newSeen = (): Seen => ({ requests: [], aborted: 0, mostOpen: 0, open: 0 })

const parsed = (body: string): unknown => (body === "" ? undefined : JSON.parse(body))

/** A transport on which every request is answered by a script. */
export const scriptTransport = (script: Script, seen: Seen = newSeen()): Layer.Layer<Transport> =>
  Layer.succeed(Transport, {
    codings: [],
    propagatesTrace: true,
    send: ({ body, method, url }, receiver: Receiver) => {
      const text = typeof body === "string" ? body : new TextDecoder().decode(body)
      const request = { method, path: new URL(url).pathname, body: parsed(body === undefined ? "" : text) }
      const reply = answer(script, seen, request)
      seen.mostOpen = Math.max(seen.mostOpen, ++seen.open)
      let isOver = false
      const finish = () => {
        isOver = true
        seen.open--
        if (reply.refuses !== undefined) {
          receiver.onPhase("connect")
          return receiver.onError(Object.assign(new Error("refused"), { code: reply.refuses }))
        }
        receiver.onHead(reply.status ?? 200, { "content-type": "application/json", ...reply.headers })
        receiver.onBytes(new TextEncoder().encode(textOf(reply)))
        receiver.onEnd()
      }
      const timer = setTimeout(finish, reply.after ?? 0)
      return {
        abort: () => {
          if (isOver) return
          isOver = true
          seen.open--
          seen.aborted++
          clearTimeout(timer)
        },
        resume: () => undefined
      }
    }
  })

const readBody = async (incoming: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString("utf8")
}

const serve = async (script: Script, seen: Seen, incoming: IncomingMessage, outgoing: ServerResponse) => {
  const body = parsed(await readBody(incoming))
  const path = new URL(incoming.url ?? "/", "http://localhost").pathname
  const reply = answer(script, seen, { method: incoming.method ?? "GET", path, body })
  seen.mostOpen = Math.max(seen.mostOpen, ++seen.open)
  const timer = setTimeout(() => {
    outgoing.writeHead(reply.status ?? 200, { "content-type": "application/json", ...reply.headers })
    outgoing.end(textOf(reply))
  }, reply.after ?? 0)
  outgoing.on("close", () => {
    seen.open--
    if (!outgoing.writableEnded) {
      seen.aborted++
      clearTimeout(timer)
    }
  })
}

/** Starts a scripted server on a port of this machine; its URL ends with the port. It ends with the scope. */
export const startScript = (script: Script, seen: Seen = newSeen()) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly url: string; readonly close: () => void }>((resume) => {
      const server = createServer((incoming, outgoing) => void serve(script, seen, incoming, outgoing))
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        const port = typeof address === "object" && address !== null ? address.port : 0
        const close = () => {
          server.close()
          server.closeAllConnections()
        }
        resume(Effect.succeed({ url: `http://127.0.0.1:${port}`, close }))
      })
    }),
    ({ close }) => Effect.sync(close)
  ).pipe(Effect.map(({ url }) => url))
