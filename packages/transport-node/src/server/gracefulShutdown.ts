// The sockets of a server that ends: none is accepted any more, idle ones close, and at last all do.
import * as Shutdown from "@leadline/core/shutdown"
import * as Effect from "effect/Effect"
import type * as Http from "node:http"

/**
 * Accepts no more. Waits for a turn of the loop without a new connection: a connection that is not accepted when a socket
 * stops listening is reset.
 */
const stopAccepting = (server: Http.Server): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    let turns = 0
    let came = true
    const heard = () => (came = true)
    server.on("connection", heard)
    const look = () => {
      if (came && turns++ < 100) {
        came = false
        setImmediate(look)
        return
      }
      server.off("connection", heard)
      server.close()
      resume(Effect.void)
    }
    setImmediate(look)
  })

/** Completes when no connection is left. */
const closed = (server: Http.Server): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    const done = () => resume(Effect.void)
    server.getConnections((_error, count) => {
      if (count === 0) done()
      else server.once("close", done)
    })
    return Effect.sync(() => server.off("close", done))
  })

/** Milliseconds for what is written to leave, and for a request that has begun to be there. */
const flushTimeout = 1_000

/** Milliseconds between two looks for connections that have become idle: Node does not close those itself. */
const sweep = 25

/** Closes them from when the server accepts no more. */
const sweeping = (server: Http.Server) => {
  const look = () => {
    if (!server.listening) server.closeIdleConnections()
  }
  return Effect.acquireRelease(
    Effect.sync(() => setInterval(look, sweep)),
    (timer) => Effect.sync(() => clearInterval(timer))
  )
}

/** No request is in progress, and no connection is left that could send one. */
const settled = (server: Http.Server, shutdown: Shutdown.Shutdown["Service"], wait: number) =>
  Effect.gen(function* () {
    do {
      yield* shutdown.settled
      yield* Effect.timeoutOption(closed(server), wait)
    } while (shutdown.open() > 0)
  })

/** Shuts the server down gracefully when the scope closes, before anything it was built on is released. */
export const drainOnRelease = Effect.fnUntraced(function* (
  server: Http.Server,
  { grace = Shutdown.grace, linger }: Pick<Shutdown.ShutdownOptions, "grace" | "linger">
) {
  const shutdown = yield* Shutdown.Shutdown
  const wait = Math.min(flushTimeout, grace / 20)
  const end = Effect.gen(function* () {
    yield* sweeping(server)
    yield* Shutdown.run(shutdown, {
      grace,
      linger,
      settled: settled(server, shutdown, wait),
      stopAccepting: stopAccepting(server)
    })
    yield* Effect.timeoutOption(closed(server), wait)
    server.closeAllConnections()
  })
  yield* Effect.addFinalizer(() => Effect.scoped(end))
})
