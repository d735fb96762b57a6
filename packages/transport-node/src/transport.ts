// The transport over undici's dispatcher.
import type { ClientExchange, Receiver, Transport, TransportRequest } from "@leadline/core/transport"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import type { Pool } from "./pool.ts"
import { UndiciExchange } from "./UndiciExchange.ts"
import type { TransportOptions } from "./options.ts"
import { poolOf } from "./poolOptions.ts"

/** A path that a URL parser would not change. */
const plain = /^(?:\/(?!\.)[^/\\#\0- \x7f-\uffff]*)+$/

type Send = Transport["Service"]["send"]

const sendOver = ({ pending, dispatch }: Pool): Send => {
  let origin = ""
  return ({ body = null, headers, method, url }, receiver) => {
    const exchange = new UndiciExchange(receiver, pending)
    exchange.onPhase("connect")
    try {
      let path = url.startsWith(origin) ? url.slice(origin.length) : ""
      if (!plain.test(path)) {
        const parsed = new URL(url)
        origin = parsed.origin
        path = parsed.pathname + parsed.search
      }
      if (pending !== undefined) pending.dispatching = exchange
      dispatch({ origin, path, method, headers, body }, exchange)
    } catch (cause) {
      exchange.onResponseError(null, cause)
    }
    if (pending !== undefined) pending.dispatching = undefined
    return exchange
  }
}

/** Sends a request as soon as its pool is loaded, unless it is aborted before. */
const sendLater = (loading: Promise<Send>, request: TransportRequest, receiver: Receiver): ClientExchange => {
  let exchange: ClientExchange | undefined
  let isOver = false
  receiver.onPhase("connect")
  loading
    .then((send) => {
      if (!isOver) exchange = send(request, receiver)
    })
    .catch((cause: unknown) => {
      if (!isOver) receiver.onError(cause)
    })
  return {
    abort: () => {
      isOver = true
      exchange?.abort()
    },
    resume: () => exchange?.resume()
  }
}

/** A pool that the first request loads. */
const whenLoaded = (load: () => Promise<Pool>): { readonly send: Send; readonly close: Pool["close"] } => {
  let pool: Pool | undefined
  let send: Send | undefined
  let loading: Promise<Send> | undefined
  let isClosed = false
  const open = async (): Promise<Send> => {
    const loaded = await load()
    if (isClosed) throw new Error("The client is closed.")
    pool = loaded
    return (send = sendOver(loaded))
  }
  return {
    send: (request, receiver) =>
      send === undefined ? sendLater((loading ??= open()), request, receiver) : send(request, receiver),
    close: async () => {
      isClosed = true
      await pool?.close()
    }
  }
}

/**
 * A transport over a pool that closes with its scope, including connections that are being opened. Throws a TypeError
 * for invalid options.
 */
export const makeTransport = (
  options: TransportOptions = {}
): Effect.Effect<Transport["Service"], never, Scope.Scope> => {
  const given = poolOf(options)
  return Effect.flatMap(Effect.scope, (scope) => {
    const { close, send } =
      typeof given === "function" ? whenLoaded(given) : { close: given.close, send: sendOver(given) }
    const closing = Effect.callback<void>((resume) => {
      const done = () => resume(Effect.void)
      void close().then(done, done)
    })
    return Effect.as(Scope.addFinalizer(scope, closing), { codings: [], propagatesTrace: true, send })
  })
}
