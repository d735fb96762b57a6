// A TCP port that a server listens on, released with the scope.
import * as Effect from "effect/Effect"
import { ServeError } from "effect/http/HttpServerError"
import type { Server } from "node:http"

/** Where a server listens. */
export interface BoundAddress {
  readonly host: string
  readonly port: number
  /** `http://host:port`, an IPv6 address in brackets. */
  readonly url: string
}

const addressOf = (server: Server): BoundAddress => {
  const address = server.address()
  if (address === null || typeof address === "string") throw new TypeError("A TCP port was expected")
  const { address: host, port } = address
  return { host, port, url: `http://${host.includes(":") ? `[${host}]` : host}:${port}` }
}

/** The class itself has no message: programs print it, and would say nothing. */
const serveError = (cause: Error): ServeError => {
  const fields = { cause, message: cause.message }
  return new ServeError(fields)
}

/** Listens until the scope closes; fails with a ServeError when it cannot. */
export const listen = (server: Server, port: number, host: string) =>
  Effect.acquireRelease(
    Effect.callback<BoundAddress, ServeError>((resume) => {
      const onError = (cause: Error) => resume(Effect.fail(serveError(cause)))
      server.once("error", onError)
      server.listen(port, host, () => {
        server.off("error", onError)
        resume(Effect.succeed(addressOf(server)))
      })
    }),
    () =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  )
