// The sockets of a server that ends: none is accepted any more, idle ones close, and at last all do.
import * as Drain from "@leadline/core/drain"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Http from "node:http"

/**
 * Accepts no more. Waits for a turn of the loop in which nobody connected: who waits to be accepted when a socket
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
const patience = 1_000

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

/** Nothing is under way, and no connection is left that could still bring something. */
const settled = (server: Http.Server, drain: Drain.Drain["Service"], wait: number) =>
  Effect.gen(function* () {
    do {
      yield* drain.settled
      yield* Effect.timeoutOption(closed(server), wait)
    } while (drain.open() > 0)
  })

/** Drains the server when the scope closes, before anything it was built on is released. */
export const layer = (
  server: Http.Server,
  { grace = Drain.grace, linger }: Pick<Drain.Ending, "grace" | "linger">
): Layer.Layer<never, never, Drain.Drain> =>
  Layer.effectDiscard(
    Effect.flatMap(Drain.Drain, (drain) => {
      const wait = Math.min(patience, grace / 20)
      const end = Effect.gen(function* () {
        yield* sweeping(server)
        yield* Drain.run(drain, {
          grace,
          linger,
          settled: settled(server, drain, wait),
          stopAccepting: stopAccepting(server)
        })
        yield* Effect.timeoutOption(closed(server), wait)
        server.closeAllConnections()
      })
      return Effect.addFinalizer(() => Effect.scoped(end))
    })
  )
