// The server as one fetch handler: a Request in, a Response out. For Deno, Bun, workerd and tests in memory.
// Source: §4. The host has already parsed the request: framing rules and the raw path are the host's.
import * as Server from "@leadline/core/server"
import * as Shutdown from "@leadline/core/shutdown"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { makeExchange } from "./serverExchange.ts"

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

const answer = (
  server: Context.Context<Server.Pipeline>,
  request: Request,
  own: Context.Context<never>
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const { exchange, isAnswered } = makeExchange(request, resolve)
    const { start } = Context.get(server, Server.Pipeline)
    const fiber = start(exchange, Context.merge(server, own))
    if (fiber.pollUnsafe() !== undefined && isAnswered()) return
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
  })

/** Serves the contract over the given services. The layers are built by the first request. */
export const toWebHandler = <E>(
  services: Layer.Layer<Server.Services, E>,
  { grace }: WebHandlerOptions = {}
): WebHandler => {
  const layer = Layer.merge(Server.layer, Shutdown.layerOnRelease({ grace })).pipe(
    Layer.provide(Layer.fresh(Shutdown.layer)),
    // Also what requests run with: loggers, a tracer, a registry of metrics.
    Layer.provideMerge(services)
  )
  const scope = Scope.makeUnsafe()
  let built: Promise<Context.Context<Server.Pipeline>> | undefined
  const attempt = Effect.suspend(() => {
    const own = Scope.forkUnsafe(scope)
    return Effect.onError(Layer.buildWithScope(layer, own), (cause) =>
      Scope.close(own, Exit.failCause(cause))
    )
  })
  // After a failure the next request builds them again.
  const build = () =>
    (built ??= Effect.runPromise(attempt).catch((cause: unknown) => {
      built = undefined
      throw cause
    }))

  let disposal: Promise<void> | undefined
  return {
    handler: async (request, own = Context.empty()) =>
      // What was never built is not built for a server that is over.
      disposal !== undefined && built === undefined
        ? new Response(null, { status: 503 })
        : answer(await build(), request, own),
    dispose: () => (disposal ??= Effect.runPromise(Scope.close(scope, Exit.void)))
  }
}
