// The transport over undici's dispatcher.
import type { Transport } from "@leadline/core/transport"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import { UndiciExchange } from "./exchange.ts"
import { type Pool, pools, type TransportOptions } from "./pool.ts"

/** A path that a URL parser would not change. */
const plain = /^(?:\/(?!\.)[^/\\#\0- \x7f-\uffff]*)+$/

const over = ({ connecting, dispatch }: Pool): Transport["Service"] => {
  let origin = ""
  const send: Transport["Service"]["send"] = ({ body = null, headers, method, url }, receiver) => {
    const exchange = new UndiciExchange(receiver, connecting)
    exchange.onPhase("connect")
    try {
      let path = origin !== "" && url.startsWith(origin) ? url.slice(origin.length) : ""
      if (!plain.test(path)) {
        const parsed = new URL(url)
        origin = parsed.origin
        path = parsed.pathname + parsed.search
      }
      if (connecting !== undefined) connecting.dispatching = exchange
      dispatch({ origin, path, method, headers, body }, exchange)
    } catch (cause) {
      exchange.onResponseError(null, cause)
    }
    if (connecting !== undefined) connecting.dispatching = undefined
    return exchange
  }
  return { codings: [], propagatesTrace: true, send }
}

/**
 * A transport over a pool that closes with its scope, including connections that are being opened. Throws a TypeError
 * for invalid options.
 */
export const makeTransport = (
  options: TransportOptions = {}
): Effect.Effect<Transport["Service"], never, Scope.Scope> => {
  const make = pools(options)
  return Effect.flatMap(Effect.scope, (scope) => {
    const pool = make()
    const close = Effect.callback<void>((resume) => {
      const done = () => resume(Effect.void)
      void pool.close().then(done, done)
    })
    return Effect.as(Scope.addFinalizer(scope, close), over(pool))
  })
}
