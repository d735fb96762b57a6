// The sockets of a server that ends: none is accepted any more, idle ones close, and at last all do.
// Source: none; Assumed: ours.
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
      const end = Drain.run(drain, {
        grace,
        linger,
        settled: settled(server, drain, wait),
        stopAccepting: stopAccepting(server)
      })
      return Effect.addFinalizer(() =>
        end.pipe(
          Effect.andThen(Effect.timeoutOption(closed(server), wait)),
          Effect.andThen(Effect.sync(() => server.closeAllConnections()))
        )
      )
    })
  )
