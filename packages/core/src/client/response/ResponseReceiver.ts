// Receives one answer: the head is judged, the body counted and read, and how it went is told once.
// Source: §7.1; limits and waits are Assumed: ours.
import * as Effect from "effect/Effect"
import type { ApiError } from "../../errors/ApiError.ts"
import * as RetryPolicy from "../retry/RetryPolicy.ts"
import type { CancelTimer } from "../../scheduling/timer.ts"
import { fromTransport } from "../errors/fromTransport.ts"
import { type Call, deadlineExceeded } from "../Call.ts"
import * as limits from "../defaults.ts"
import { fromStatus } from "../../errors/fromStatus.ts"
import { type Headers, rateLimitOf } from "./ResponseInfo.ts"
import { Defect, type Exchange, type Receiver, type Transport, type TransportRequest } from "../Transport.ts"
import { invalidResponse } from "../errors/invalidResponse.ts"
import { joined, decodeLenient } from "../../protocol/utf8.ts"

/** Hears of the outcome, once. */
export type Complete<A> = (outcome: Effect.Effect<A, ApiError>) => void

const hasKnownCoding = (headers: Headers, codings: ReadonlyArray<string>): boolean => {
  const coding = headers["content-encoding"]
  return (
    coding === undefined ||
    coding
      .split(",")
      .every((one) => /^\s*(identity)?\s*$/i.test(one) || codings.includes(one.trim().toLowerCase()))
  )
}

/** One exchange of a call. What a success holds is for the classes beneath to read. */
export abstract class ResponseReceiver<A> implements Receiver {
  protected readonly call: Call
  protected exchange: Exchange | undefined
  protected isOver = false
  protected chunks: Array<Uint8Array> = []
  protected size = 0
  private readonly contentCodings: ReadonlyArray<string>
  private readonly complete: Complete<A>
  private isErrorBody = false
  private cancelTimer: CancelTimer | undefined

  constructor(call: Call, codings: ReadonlyArray<string>, resume: Complete<A>) {
    this.call = call
    this.contentCodings = codings
    this.complete = resume
  }

  /** The head of a success. */
  protected abstract onSuccessHead(headers: Headers, isDecoded: boolean): void
  /** Bytes of a success. */
  protected abstract onSuccessBytes(bytes: Uint8Array): boolean
  /** The end of a success. */
  protected abstract onSuccessEnd(): void
  protected onBroken(cause: unknown): void {
    this.fail(fromTransport(cause, this.call.phase))
  }

  /** Sends the request, for no longer than the call may last. */
  start(transport: Transport["Service"], request: TransportRequest): Effect.Effect<void> {
    const { call } = this
    call.attempts++
    call.head = undefined
    call.phase = "headers"
    this.setTimer(call.remaining(), () => this.fail(deadlineExceeded(call)))
    this.exchange = transport.send(request, this)
    if (this.isOver) this.exchange.abort()
    return Effect.sync(() => this.close())
  }

  onPhase(phase: Call["phase"]): void {
    this.call.phase = phase
  }

  onHead(status: number, headers: Headers): void {
    if (this.isOver) return
    const { call } = this
    call.head = { status, headers }
    call.phase = "body"
    const decoded = hasKnownCoding(headers, this.contentCodings)
    if (status >= 200 && status < 300) return this.onSuccessHead(headers, decoded)
    // A browser shows a redirect it was told not to follow as status 0.
    if ((status >= 300 && status < 400) || status === 0) {
      return this.fail(
        invalidResponse("redirect", "The answer is a redirect, which is never followed: check the base URL.")
      )
    }
    this.isErrorBody = true
    if (!decoded) return this.failWithStatus("")
    this.setTimer(Math.min(limits.errorBodyWait, call.remaining()), () => this.failWithStatus(""))
  }

  onBytes(bytes: Uint8Array): boolean {
    if (this.isOver) return true
    if (!this.isErrorBody) return this.onSuccessBytes(bytes)
    this.keepChunk(bytes)
    if (this.size > limits.errorBody) this.failWithStatus("")
    return true
  }

  onEnd(): void {
    if (this.isOver) return
    this.exchange = undefined
    if (this.isErrorBody) this.failWithStatus(decodeLenient(joined(this.chunks, this.size)))
    else this.onSuccessEnd()
  }

  onError(cause: unknown): void {
    if (this.isOver) return
    if (cause instanceof Defect) {
      this.close()
      return this.complete(Effect.die(cause.error))
    }
    // A body that breaks, stalls or swells says nothing; its status does.
    if (this.isErrorBody) this.failWithStatus("")
    else this.onBroken(cause)
  }

  protected keepChunk(bytes: Uint8Array): void {
    this.chunks.push(bytes)
    this.size += bytes.length
  }

  /** The exchange is over, or nobody waits for it. */
  protected close(): void {
    this.isOver = true
    this.call.bodyBytes = this.size
    this.clearTimer()
    this.exchange?.abort()
  }

  /** No deadline of the call stands over what follows. */
  protected clearTimer(): void {
    this.cancelTimer?.()
    this.cancelTimer = undefined
  }

  protected succeed(value: A): void {
    this.complete(Effect.succeed(value))
  }

  protected fail(error: ApiError): void {
    this.close()
    this.complete(Effect.fail(error))
  }

  /** What happens unless something does in time. */
  protected setTimer(millis: number, ring: () => void): void {
    this.clearTimer()
    this.cancelTimer = this.call.setTimer(millis, ring)
  }

  private failWithStatus(words: string): void {
    const { call } = this
    const { headers = {}, status = 0 } = call.head ?? {}
    const retryAfter = RetryPolicy.retryAfter(headers, call.clock.currentTimeMillisUnsafe())
    this.fail(fromStatus(status, words, { redact: call.redact, retryAfter, rateLimit: rateLimitOf(headers) }))
  }
}
