// The server as one fetch handler: a Request in, a Response out. For Deno, Bun, workerd and tests in memory.
// Source: §4. The host has already parsed the request: framing rules and the raw path are the host's.
import * as Server from "@leadline/core/server"
import * as Shutdown from "@leadline/core/shutdown"
import * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { makeExchange } from "./exchange.ts"

/** A running server: `handler` answers one request, `dispose` releases what its layers hold. */
export interface WebHandler {
  /** Further services of a request, such as a tracer, replace those of the server. */
  readonly handler: (request: Request, context?: Context.Context<never>) => Promise<Response>
  /** Lets answers finish first, for at most the grace: see `grace` of {@link WebHandlerOptions}. */
  readonly dispose: () => Promise<void>
}

/** How a handler shuts down. */
export interface WebHandlerOptions {
  /** Milliseconds for a graceful shutdown; streams get their last event 3 seconds before. Default 25,000. */
  readonly grace?: number | undefined
}

/** Serves the contract over the given services. The layers are built by the first request. */
export const toWebHandler = <E>(
  services: Layer.Layer<Server.Services, E>,
  { grace }: WebHandlerOptions = {}
): WebHandler => {
  const runtime = ManagedRuntime.make(
    Layer.merge(Server.layer, Shutdown.layerOnRelease({ grace })).pipe(
      Layer.provide(Shutdown.layer),
      // Also what requests run with: loggers, a tracer, a registry of metrics.
      Layer.provideMerge(services)
    )
  )
  return {
    handler: (request, context) =>
      new Promise((resolve, reject) => {
        const { exchange, isAnswered } = makeExchange(request, resolve)
        const work = Effect.flatMap(Server.Pipeline, ({ handle }) => handle(exchange))
        const fiber = runtime.runFork(context === undefined ? work : Effect.provideContext(work, context))
        const leave = () => fiber.interruptUnsafe()
        if (request.signal.aborted) leave()
        else request.signal.addEventListener("abort", leave)
        fiber.addObserver((exit) => {
          request.signal.removeEventListener("abort", leave)
          if (isAnswered()) return
          // The caller has left; who hosts the handler may still want an answer to log.
          if (Exit.isSuccess(exit) || Exit.hasInterrupts(exit)) resolve(new Response(null, { status: 499 }))
          else reject(Cause.squash(exit.cause))
        })
      }),
    dispose: () => runtime.dispose()
  }
}
