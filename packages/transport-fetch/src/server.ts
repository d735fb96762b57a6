// The server as one fetch handler: a Request in, a Response out. For Deno, Bun, workerd and tests in memory.
// Source: §4. The host has already parsed the request: framing rules and the raw path are the host's.
import * as Server from "@leadline/core/server"
import type * as Context from "effect/Context"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"

/** A running server: `handler` answers one request, `dispose` releases what its layers hold. */
export interface WebHandler {
  readonly handler: (request: Request, context?: Context.Context<never>) => Promise<Response>
  readonly dispose: () => Promise<void>
}

/** Serves the contract over the given services. The layers are built by the first request. */
export const toWebHandler = <E>(services: Layer.Layer<Server.Services, E>): WebHandler =>
  HttpRouter.toWebHandler(
    Server.layer.pipe(Layer.provide(services), Layer.provide(HttpServer.layerServices)),
    { disableLogger: true, routerConfig: Server.routerConfig }
  )
