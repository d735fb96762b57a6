// One HTTP exchange over undici's dispatcher, reported to its receiver.
import type { Dispatcher } from "undici"
import type { Phase } from "@leadline/core/errors"
import type { ClientExchange, Receiver } from "@leadline/core/transport"
import type { PendingConnection } from "./connect.ts"
import type { PendingConnections, PendingRequest } from "./pendingConnections.ts"

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
export class UndiciExchange implements ClientExchange, Dispatcher.DispatchHandler, PendingRequest {
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
