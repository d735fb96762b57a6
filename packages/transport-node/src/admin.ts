// Probes and metrics on a port of their own: they are answered until the server has ended.
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import type { Drain } from "@leadline/core/drain"
import * as Health from "@leadline/core/health"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import type { ServeError } from "effect/http/HttpServerError"
import * as Layer from "effect/Layer"
import * as Http from "node:http"

/** Where probes and metrics are, when they have a port of their own. */
export interface AdminOptions {
  /** TCP port; 0 takes a free one. */
  readonly port: number
  /** Address to bind. Default 127.0.0.1: this machine only. */
  readonly host?: string | undefined
}

/** The bound address of the port for probes and metrics; undefined: it has none. */
export const AdminAddress = Context.Reference<HttpServer.HttpServer["Service"]["address"] | undefined>(
  "@leadline/transport-node/AdminAddress",
  { defaultValue: () => undefined }
)

const settings: Http.ServerOptions = {
  headersTimeout: 10_000,
  keepAliveTimeout: 65_000,
  requestTimeout: 10_000
}

/** Listens there, and nowhere without options. */
export const layer = (options: AdminOptions | undefined): Layer.Layer<never, ServeError, Drain> =>
  options === undefined
    ? Layer.empty
    : Layer.effect(
        AdminAddress,
        Effect.map(HttpServer.HttpServer, ({ address }) => address)
      ).pipe(
        Layer.provideMerge(Layer.unwrap(Effect.map(Health.app, (app) => HttpServer.serve(app)))),
        Layer.provide(
          NodeHttpServer.layerServer(() => Http.createServer(settings), {
            gracefulShutdownTimeout: 0,
            host: options.host ?? "127.0.0.1",
            port: options.port
          })
        )
      )
