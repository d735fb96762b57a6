// Probes and metrics on a port of their own, and what else an operator asks there: answered until the server has shut down.
import { prefix } from "@leadline/core/health"
import { isMisdirected, makeAdmin, misdirected, type ServerResponse } from "@leadline/core/internal"
import type { RequestHeaders } from "@leadline/core/server"
import type { Shutdown } from "@leadline/core/shutdown"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { ServeError } from "effect/http/HttpServerError"
import * as Layer from "effect/Layer"
import * as Http from "node:http"
import { originOf } from "./exchange.ts"
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

const serve = Effect.fnUntraced(function* ({ handle, host = "127.0.0.1", port }: AdminOptions) {
  const answer = yield* makeAdmin
  const fork = Effect.runForkWith(yield* Effect.context())
  const server = Http.createServer(settings, (request, response) => {
    const { method = "", socket, url = "" } = request
    const exchange = {
      method,
      target: url,
      headers: request.headers as RequestHeaders,
      localOrigin: () => originOf(socket)
    }
    const send = ({ body, headers, status }: ServerResponse) => {
      response.writeHead(status, { ...headers })
      response.end(typeof body === "function" ? undefined : body)
    }
    if (isMisdirected(exchange)) return send(misdirected())
    if (handle !== undefined && !url.startsWith(prefix)) return handle(request, response)
    fork(Effect.map(answer(exchange), send))
  })
  return yield* listen(server, port, host)
})

/** Listens there, and nowhere without options. */
export const layer = (options: AdminOptions | undefined): Layer.Layer<never, ServeError, Shutdown> =>
  options === undefined ? Layer.empty : Layer.effect(AdminAddress, serve(options))
