// The server on node:http: the contract's routes behind the raw gate, with bounded timeouts.
// Source: §4; Assumed: ours for the settings.
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Server from "@leadline/core/server"
import * as HttpRouter from "effect/http/HttpRouter"
import type * as HttpServer from "effect/http/HttpServer"
import type * as HttpServerError from "effect/http/HttpServerError"
import * as Layer from "effect/Layer"
import * as Http from "node:http"
import { refuse } from "./gate.ts"

/** Where to listen. */
export interface ServerOptions {
  /** TCP port; 0 takes a free one. Default 8080. */
  readonly port?: number | undefined
  /** Address to bind. Default 127.0.0.1: this machine only. */
  readonly host?: string | undefined
}

const settings: Http.ServerOptions = {
  connectionsCheckingInterval: 1_000,
  headersTimeout: 10_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
  requestTimeout: 60_000
}

/** A request that the gate refuses never reaches a listener. */
class GatedServer extends Http.Server {
  override emit(event: string, ...args: ReadonlyArray<unknown>): boolean {
    const [request, response] = args
    const gated = event === "request" || event === "checkContinue"
    return gated && request instanceof Http.IncomingMessage && response instanceof Http.ServerResponse
      ? refuse(request, response) || super.emit(event, ...args)
      : super.emit(event, ...args)
  }
}

const createServer = (): Http.Server => {
  const server = new GatedServer(settings)
  server.maxRequestsPerSocket = 1_000
  return server
}

/**
 * Listens and serves the contract over the services provided to it. Gives the `HttpServer` with the bound
 * address; fails with `ServeError` when it cannot listen. On release it stops accepting and lets open
 * answers finish for at most 20 seconds.
 */
export const layerServer = (
  options: ServerOptions = {}
): Layer.Layer<HttpServer.HttpServer, HttpServerError.ServeError, Server.Services> =>
  HttpRouter.serve(Server.layer, {
    disableListenLog: true,
    disableLogger: true,
    routerConfig: Server.routerConfig
  }).pipe(
    Layer.provideMerge(
      NodeHttpServer.layer(createServer, { host: options.host ?? "127.0.0.1", port: options.port ?? 8080 })
    )
  )
