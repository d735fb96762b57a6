// Probes and metrics on a port of their own, and what else an operator asks there: answered until the server has shut down.
import { prefix } from "@leadline/core/health"
import { isMisdirected, makeAdmin, misdirected, type ServerResponse } from "@leadline/core/internal"
import type { RequestHeaders } from "@leadline/core/server"
import { ServerSettings } from "@leadline/core/server-settings"
import type { Shutdown } from "@leadline/core/shutdown"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { ServeError } from "effect/http/HttpServerError"
import * as Layer from "effect/Layer"
import type * as Http from "node:http"
import { originOf } from "./serverExchange.ts"
import { StrictServer, type Take } from "./StrictServer.ts"
import { scheduleRequests } from "./requestScheduler.ts"
import { type BoundAddress, listen } from "./listen.ts"
import { fittingConnections } from "./openFileLimit.ts"
import { makeRejectedRequests } from "./rejectedRequests.ts"
import { sendContinue } from "./unreadBody.ts"

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

// Assumed: ours.
/**
 * Connections at once, or an eighth of the open files, if these are fewer. Probes, a scraper and operators need few, but
 * in a flood of connections a probe has its place only until so many more have come.
 */
const maxConnections = 256

/** Connections of one address at once; this machine is not counted. */
const maxConnectionsPerAddress = 128

/** Milliseconds for the head of a request, for all of it, and for the next request on a connection. */
const timeouts = { headersTimeout: 5_000, requestTimeout: 10_000, keepAliveTimeout: 5_000 }

const makeTake = Effect.fnUntraced(function* (handle: AdminOptions["handle"]) {
  const answer = yield* makeAdmin
  const fork = Effect.runForkWith(yield* Effect.context())
  const take: Take = (request, response, watch) => {
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
    watch?.(response)
    if (isMisdirected(exchange)) return send(misdirected())
    if (handle === undefined || url.startsWith(prefix)) return fork(Effect.map(answer(exchange), send))
    sendContinue(request, response)
    handle(request, response)
  }
  return scheduleRequests(take)
})

const serve = Effect.fnUntraced(function* ({ handle, host = "127.0.0.1", port }: AdminOptions) {
  const bounds = {
    maxConnections: Math.ceil(fittingConnections(4 * maxConnections) / 4),
    maxConnectionsPerAddress,
    // Nothing may keep a probe out, not even who asks and reads no answers.
    closesBusy: true,
    stallTimeout: 5_000
  }
  const settings = yield* ServerSettings
  const server = new StrictServer(bounds, settings, yield* makeRejectedRequests, yield* makeTake(handle))
  Object.assign(server, timeouts)
  return yield* listen(server, port, host)
})

/** Listens there, and nowhere without options. */
export const layer = (options: AdminOptions | undefined): Layer.Layer<never, ServeError, Shutdown> =>
  options === undefined ? Layer.empty : Layer.effect(AdminAddress, serve(options))
