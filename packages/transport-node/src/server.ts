// The server on node:http: checks framing and headers, then hands requests to the pipeline.
// Source: §4; Assumed: ours for the settings.
import { callerGroup, enableFairQueue } from "@leadline/core/internal"
import * as Server from "@leadline/core/server"
import { ServerSettings } from "@leadline/core/server-settings"
import * as Shutdown from "@leadline/core/shutdown"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { ServeError } from "effect/http/HttpServerError"
import * as Layer from "effect/Layer"
import { mayWork } from "./server/acceptFirst.ts"
import * as Admin from "./server/admin.ts"
import { drainOnRelease } from "./server/gracefulShutdown.ts"
import {
  type ConnectionOptions,
  defaultConnections,
  defaultPerAddress,
  StrictServer
} from "./server/StrictServer.ts"
import { makeTakeRequest } from "./server/takeRequest.ts"
import { scheduleRequests } from "./server/requestScheduler.ts"
import { keepTick } from "./server/keepTick.ts"
import { type BoundAddress, listen } from "./server/listen.ts"
import * as EventLoopDelay from "./server/eventLoopDelay.ts"
import { fitConnections } from "./server/openFileLimit.ts"
import { makeRejectedRequests } from "./server/rejectedRequests.ts"

/** Where to listen, and the bounds of connections, load and shutdown. */
export interface ServerOptions extends ConnectionOptions {
  /** TCP port; 0 takes a free one. Default 8080. */
  readonly port?: number | undefined
  /** Address to bind. Default 127.0.0.1: this machine only. */
  readonly host?: string | undefined
  /** Milliseconds for a graceful shutdown; streams get their last event 3 seconds before. Default 25,000. */
  readonly grace?: number | undefined
  /** Milliseconds it still accepts when the shutdown has begun, so that balancers learn of it. Default 0. */
  readonly linger?: number | undefined
  /**
   * Milliseconds by which the event loop may be late (99th percentile of the last seconds) before requests with a body
   * get 503 when their key group has many in progress. Default 0: they never do.
   */
  readonly maxLoopDelay?: number | undefined
  /** A port for probes and metrics alone. Default none: see `HealthSettings` for what the server itself shows. */
  readonly admin?: Admin.AdminOptions | undefined
}

/** The address that a server listens on. */
export class ServerAddress extends Context.Service<ServerAddress, BoundAddress>()(
  "@leadline/transport-node/ServerAddress"
) {}

// When this is loaded: by the time a server listens it is too late.
keepTick()
enableFairQueue(callerGroup, mayWork)

/** Hands requests to the pipeline, a few of each connection at a time. */
const makeTake = Effect.map(Effect.context<Server.Pipeline>(), (services) =>
  scheduleRequests(makeTakeRequest(services))
)

const serve = Effect.fnUntraced(function* (options: ServerOptions) {
  const settings = yield* ServerSettings
  const fitting = yield* fitConnections({
    maxConnections: options.maxConnections ?? defaultConnections,
    maxConnectionsPerAddress: options.maxConnectionsPerAddress ?? defaultPerAddress
  })
  const bounds = { ...options, ...fitting }
  const server = new StrictServer(bounds, settings, yield* makeRejectedRequests, yield* makeTake)
  const address = yield* listen(server, options.port ?? 8080, options.host ?? "127.0.0.1")
  yield* drainOnRelease(server, options)
  return address
})

/**
 * Listens and serves the contract over the services provided to it. Gives the {@link ServerAddress}; fails with
 * `ServeError` when it cannot listen. On release it shuts down gracefully: answers finish, and what still runs shortly
 * before the grace ends gets a last event or 503.
 */
export const layerServer = (
  options: ServerOptions = {}
): Layer.Layer<ServerAddress | Shutdown.Shutdown, ServeError, Server.Services> =>
  Layer.effect(
    ServerAddress,
    Effect.suspend(() => serve(options))
  ).pipe(
    Layer.provide(Server.layer),
    Layer.provideMerge(Admin.layer(options.admin)),
    Layer.provideMerge(Layer.fresh(Shutdown.layer)),
    Layer.provide(EventLoopDelay.layer(options.maxLoopDelay ?? 0))
  )

export type { BoundAddress } from "./server/listen.ts"
export type { ConnectionOptions } from "./server/StrictServer.ts"
export { AdminAddress, type AdminOptions } from "./server/admin.ts"
export { type NodeHandler, toNodeHandler } from "./server/nodeHandler.ts"
