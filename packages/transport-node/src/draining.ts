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

/** What has been written leaves before its socket closes, if its reader takes it within this time. */
const flush = 1_000

const closed = (server: Http.Server, within: number): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    const timer = setTimeout(() => server.closeAllConnections(), within)
    server.getConnections((_error, count) => {
      if (count === 0) done()
      else server.once("close", done)
    })
    const done = () => {
      clearTimeout(timer)
      resume(Effect.void)
    }
  })

/** Drains the server when the scope closes, before anything it was built on is released. */
export const layer = (
  server: Http.Server,
  { grace = Drain.grace, linger }: Pick<Drain.Ending, "grace" | "linger">
): Layer.Layer<never, never, Drain.Drain> =>
  Layer.effectDiscard(
    Effect.flatMap(Drain.Drain, (drain) =>
      Effect.addFinalizer(() =>
        Effect.andThen(
          Drain.run(drain, { grace, linger, stopAccepting: stopAccepting(server) }),
          closed(server, Math.min(flush, grace / 20))
        )
      )
    )
  )
