// The transport over undici's dispatcher.
import type { Phase } from "@leadline/core/errors"
import type { ClientExchange, Receiver, Transport, TransportRequest } from "@leadline/core/transport"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import type { Dispatcher } from "undici"
import type { PendingConnection } from "./connect.ts"
import type { TransportOptions } from "./options.ts"
import type { PendingConnections, PendingRequest } from "./pendingConnections.ts"
import type { Pool } from "./pool.ts"
import { poolOf } from "./poolOptions.ts"

type Controller = Dispatcher.DispatchController
type Fields = Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseStart"]>>[2]

const aborted = new Error("Aborted")

/** The headers; repeated ones are joined. */
const joined = (fields: Fields): { readonly [name: string]: string } => {
  for (const name of Object.keys(fields)) {
    const value = fields[name]
    if (typeof value === "object") fields[name] = value.join(", ")
  }
  return fields as { readonly [name: string]: string }
}

/** The handler for undici and the exchange of the client in one object. */
class UndiciExchange implements ClientExchange, Dispatcher.DispatchHandler, PendingRequest {
  connection: PendingConnection | undefined = undefined
  private controller: Controller | undefined = undefined
  private isWaiting = true
  private isOver = false
  private readonly receiver: Receiver
  /** Undefined over a dispatcher of the caller. */
  private readonly pending: PendingConnections | undefined

  constructor(receiver: Receiver, pending: PendingConnections | undefined) {
    this.receiver = receiver
    this.pending = pending
    pending?.wait()
  }

  abort(): void {
    if (this.isOver) return
    this.isOver = true
    this.settle()
    this.controller?.abort(aborted)
  }

  resume(): void {
    if (!this.isOver) this.controller?.resume()
  }

  onPhase(phase: Phase): void {
    if (!this.isOver) this.receiver.onPhase(phase)
  }

  onRequestStart(controller: Controller): void {
    if (this.pending?.isExclusive) this.settle()
    if (this.isOver) {
      // Throwing ends only the request; aborting would also close the new connection.
      if (this.pending !== undefined) throw aborted
      return controller.abort(aborted)
    }
    this.controller = controller
    this.receiver.onPhase("send")
  }

  onRequestSent(): void {
    if (!this.isOver) this.receiver.onPhase("headers")
  }

  onResponseStart(_: Controller, status: number, fields: Fields): void {
    if (status >= 200 && !this.isOver) this.receiver.onHead(status, joined(fields))
  }

  onResponseData(controller: Controller, bytes: Uint8Array): void {
    if (!this.isOver && !this.receiver.onBytes(bytes)) controller.pause()
  }

  onResponseEnd(): void {
    if (this.isOver) return
    this.isOver = true
    this.settle()
    this.receiver.onEnd()
  }

  onResponseError(_: Controller | null, cause: unknown): void {
    if (this.isOver) return
    this.isOver = true
    this.settle()
    this.receiver.onError(cause)
  }

  private settle(): void {
    if (!this.isWaiting) return
    this.isWaiting = false
    this.pending?.settle(this)
    this.connection = undefined
  }
}

/** A path that a URL parser would not change. */
const plainPath = /^(?:\/(?!\.)[^/\\#\0- \x7f-\uffff]*)+$/

type Send = Transport["Service"]["send"]

const sendOver = ({ dispatcher, onFull, pending }: Pool): Send => {
  let origin = ""
  return ({ body = null, headers, method, url }, receiver) => {
    const exchange = new UndiciExchange(receiver, pending)
    exchange.onPhase("connect")
    if (pending !== undefined) pending.dispatching = exchange
    try {
      let path = url.startsWith(origin) ? url.slice(origin.length) : ""
      if (!plainPath.test(path)) {
        const parsed = new URL(url)
        origin = parsed.origin
        path = parsed.pathname + parsed.search
      }
      const request = { origin, path, method, headers, body }
      if (!dispatcher.dispatch(request, exchange)) onFull()
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
