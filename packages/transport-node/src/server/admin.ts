// Probes and metrics on a port of their own, and what else an operator asks there: answered until the server has shut down.
import { prefix } from "@leadline/core/health"
import { makeAdmin } from "@leadline/core/internal"
import type { Shutdown } from "@leadline/core/shutdown"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { ServeError } from "effect/http/HttpServerError"
import * as Layer from "effect/Layer"
import * as Http from "node:http"
import { type BoundAddress, listen } from "./listen.ts"

/** Where probes and metrics are, when they have a port of their own. */
export interface AdminOptions {
  /** TCP port; 0 takes a free one. */
  readonly port: number
  /** Address to bind. Default 127.0.0.1: this machine only. */
  readonly host?: string | undefined
  /** Takes the requests for other paths. Default: 404. */
  readonly handle?: Http.RequestListener | undefined
}

/** The bound address of the port for probes and metrics; undefined: it has none. */
export const AdminAddress = Context.Reference<BoundAddress | undefined>(
  "@leadline/transport-node/AdminAddress",
  { defaultValue: () => undefined }
)

const settings: Http.ServerOptions = {
  headersTimeout: 10_000,
  keepAliveTimeout: 65_000,
  requestTimeout: 10_000
}

/** `localhost`, or an IP address, with or without a port: what no name server has resolved. */
const unresolved = /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])(?::\d+)?$/i

const loopback = /^(?:::ffff:)?127\.|^::1$/

// Assumed: ours.
/**
 * A web page whose name resolves to this machine (DNS rebinding) could read what needs no token: its requests come to a
 * loopback address, and name the page's host.
 */
const isMisdirected = ({ headers: { host = "localhost" }, socket }: Http.IncomingMessage): boolean =>
  loopback.test(socket.localAddress ?? "") && !unresolved.test(host)

const misdirected = "This port is asked by localhost or by an IP address.\n"

const serve = Effect.fnUntraced(function* ({ handle, host = "127.0.0.1", port }: AdminOptions) {
  const answer = yield* makeAdmin
  const fork = Effect.runForkWith(yield* Effect.context())
  const server = Http.createServer(settings, (request, response) => {
    const { method = "", url = "" } = request
    if (isMisdirected(request)) {
      response.writeHead(421, { "cache-control": "no-store", "content-type": "text/plain" })
      return response.end(misdirected)
    }
    if (handle !== undefined && !url.startsWith(prefix)) return handle(request, response)
    fork(
      Effect.map(answer({ method, target: url }), ({ body, headers, status }) => {
        response.writeHead(status, { ...headers })
        response.end(typeof body === "function" ? undefined : body)
      })
    )
  })
  return yield* listen(server, port, host)
})

/** Listens there, and nowhere without options. */
export const layer = (options: AdminOptions | undefined): Layer.Layer<never, ServeError, Shutdown> =>
  options === undefined ? Layer.empty : Layer.effect(AdminAddress, serve(options))
