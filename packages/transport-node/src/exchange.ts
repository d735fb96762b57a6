// One HTTP exchange over undici's dispatcher, told to its receiver as it goes.
// Source: none; the shape of undici's dispatcher.
import type { Dispatcher } from "@effect/platform-node/Undici"
import type { Phase } from "@leadline/core/errors"
import type { Exchange, Receiver } from "@leadline/core/transport"
import type { Socket } from "node:net"
import type { Connecting, Waiting } from "./connecting.ts"

type Controller = Dispatcher.DispatchController
type Heads = Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseStart"]>>[2]

const unwanted = new Error("Nobody waits for this answer any more")

/** The same fields, a repeated one joined. */
const joined = (heads: Heads): { readonly [name: string]: string } => {
  for (const name of Object.keys(heads)) {
    const value = heads[name]
    if (typeof value !== "string") heads[name] = value?.join(", ")
  }
  return heads as { readonly [name: string]: string }
}

/** Undici's handler and the caller's handle in one: one object per request. */
export class UndiciExchange implements Exchange, Dispatcher.DispatchHandler, Waiting {
  socket: Socket | undefined = undefined
  private controller: Controller | undefined = undefined
  private isWaiting = true
  private isOver = false
  private readonly receiver: Receiver
  private readonly connecting: Connecting

  constructor(receiver: Receiver, connecting: Connecting) {
    this.receiver = receiver
    this.connecting = connecting
    connecting.wait()
  }

  abort(): void {
    if (this.isOver) return
    this.isOver = true
    this.settle()
    this.controller?.abort(unwanted)
  }

  resume(): void {
    if (!this.isOver) this.controller?.resume()
  }

  onPhase(phase: Phase): void {
    if (!this.isOver) this.receiver.onPhase(phase)
  }

  onRequestStart(controller: Controller): void {
    this.settle()
    // Thrown, it costs the request alone; aborted, it would cost the new connection too.
    if (this.isOver) throw unwanted
    this.controller = controller
    this.receiver.onPhase("send")
  }

  onRequestSent(): void {
    if (!this.isOver) this.receiver.onPhase("headers")
  }

  onResponseStart(_: Controller, status: number, heads: Heads): void {
    if (status >= 200 && !this.isOver) this.receiver.onHead(status, joined(heads))
  }

  onResponseData(controller: Controller, bytes: Uint8Array): void {
    if (!this.isOver && !this.receiver.onBytes(bytes)) controller.pause()
  }

  onResponseEnd(): void {
    if (this.isOver) return
    this.isOver = true
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
    this.connecting.settle(this)
    this.socket = undefined
  }
}
