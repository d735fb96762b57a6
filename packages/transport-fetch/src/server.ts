// The server as one fetch handler: a Request in, a Response out. For Deno, Bun, workerd and tests in memory.
// Source: §4. The host has already parsed the request: framing rules and the raw path are the host's.
import * as Drain from "@leadline/core/drain"
import * as Server from "@leadline/core/server"
import type * as Context from "effect/Context"
import * as HttpMiddleware from "effect/http/HttpMiddleware"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"

/** A running server: `handler` answers one request, `dispose` releases what its layers hold. */
export interface WebHandler {
  readonly handler: (request: Request, context?: Context.Context<never>) => Promise<Response>
  /** Lets answers finish first, for at most the grace: see `grace` of {@link WebHandlerOptions}. */
  readonly dispose: () => Promise<void>
}

/** How a handler ends. */
export interface WebHandlerOptions {
  /**
   * Milliseconds for an end in good order; streams are told 3 seconds before. Default 25,000.
   */
  readonly grace?: number | undefined
}

/** Serves the contract over the given services. The layers are built by the first request. */
export const toWebHandler = <E>(
  services: Layer.Layer<Server.Services, E>,
  { grace }: WebHandlerOptions = {}
): WebHandler =>
  HttpRouter.toWebHandler(
    Layer.mergeAll(Server.layer, Drain.layerOnRelease({ grace })).pipe(
      Layer.provide([Drain.layer, Server.layerShared]),
      // Also what requests run with: loggers, a tracer, a registry of metrics.
      Layer.provideMerge(services),
      Layer.provide(HttpServer.layerServices),
      // The server makes the span of a request itself, without address, query and headers.
      Layer.merge(Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true))
    ),
    { disableLogger: true, routerConfig: Server.routerConfig }
  )
