// The server as one fetch handler: a Request in, a Response out. For Deno, Bun, workerd and tests in memory.
// Source: §4. The host has already parsed the request: framing rules and the raw path are the host's.
import * as Server from "@leadline/core/server"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import { makeExchange } from "./serverExchange.ts"

/** A running server: `handler` answers one request, `dispose` releases what its layers hold. */
export interface WebHandler {
  /**
   * A `Context` of Effect beside the request has further services for it, such as a tracer, which replace those of the
   * server. What a host passes there, as `Bun.serve`, `Deno.serve` and workers do, is ignored.
   */
  readonly handler: (request: Request, ...host: ReadonlyArray<unknown>) => Promise<Response>
  /** Lets answers finish first, for at most the grace: see `grace` of {@link WebHandlerOptions}. */
  readonly dispose: () => Promise<void>
}

/** How a handler shuts down. */
export interface WebHandlerOptions extends Server.HostedOptions {}

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

const servicesIn = (host: unknown): Context.Context<never> =>
  Context.isContext(host) ? host : Context.empty()

/** Serves the contract over the given services. The layers are built by the first request. */
export const toWebHandler = <E>(
  services: Layer.Layer<Server.Services, E>,
  options?: WebHandlerOptions
): WebHandler => {
  const { built, dispose, isOver } = Server.host(services, options)
  return {
    handler: async (request, host) =>
      isOver() ? new Response(null, { status: 503 }) : answer(await built(), request, servicesIn(host)),
    dispose
  }
}
