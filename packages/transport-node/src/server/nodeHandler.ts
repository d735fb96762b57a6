// The server as one handler of node:http: for Express, Fastify, and any other program that has a server of its own.
// Source: §4. The host has already parsed the request: framing, connections and slow readers are the host's.
import * as Server from "@leadline/core/server"
import type * as Layer from "effect/Layer"
import type { IncomingMessage, ServerResponse } from "node:http"
import { makeTakeRequest } from "./takeRequest.ts"

/** A running server: `handler` answers one request, `dispose` releases what its layers hold. */
export interface NodeHandler {
  /**
   * Answers a request whose body nobody has read: put it before parsers of bodies. `next` gets the failure of layers
   * that cannot be built, where a framework passes it; without it that is a 500.
   */
  readonly handler: (
    request: IncomingMessage,
    response: ServerResponse,
    next?: (error: unknown) => void
  ) => void
  /** Lets answers finish first, for at most the grace: see `grace` of `HostedOptions`. */
  readonly dispose: () => Promise<void>
}

const end = (response: ServerResponse, status: number): void => {
  if (!response.headersSent) response.writeHead(status).end()
}

/** Serves the contract over the given services. The layers are built by the first request. */
export const toNodeHandler = <E>(
  services: Layer.Layer<Server.Services, E>,
  options?: Server.HostedOptions
): NodeHandler => {
  const { built, dispose, isOver } = Server.host(services, options)
  let take: ReturnType<typeof makeTakeRequest> | undefined
  return {
    handler: (request, response, next) => {
      if (isOver()) return end(response, 503)
      if (take !== undefined) return take(request, response)
      built().then(
        (found) => {
          take ??= makeTakeRequest(found)
          take(request, response)
        },
        (cause: unknown) => (next === undefined ? end(response, 500) : next(cause))
      )
    },
    dispose
  }
}
