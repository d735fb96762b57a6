// Receives one answer: the head is judged, the body counted and read, and how it went is told once.
// Source: §7.1; limits and waits are Assumed: ours.
import * as Effect from "effect/Effect"
import type { ApiError } from "../../errors/ApiError.ts"
import * as RetryPolicy from "../retry/RetryPolicy.ts"
import type { CallOff } from "../../scheduling/timer.ts"
import { broken } from "../errors/fromTransport.ts"
import { type Call, tooLate } from "../Call.ts"
import * as limits from "../defaults.ts"
import { fromStatus } from "../../errors/fromStatus.ts"
import { type Headers, rateLimitOf } from "./ResponseInfo.ts"
import { Defect, type Exchange, type Receiver, type Transport, type TransportRequest } from "../Transport.ts"
import { unusable } from "../errors/invalidResponse.ts"
import { joined, lenientText } from "../../protocol/utf8.ts"

/** Hears of the outcome, once. */
export type Resume<A> = (outcome: Effect.Effect<A, ApiError>) => void

const isDecoded = (headers: Headers, codings: ReadonlyArray<string>): boolean => {
  const coding = headers["content-encoding"]
  return (
    coding === undefined ||
    coding
      .split(",")
      .every((one) => /^\s*(identity)?\s*$/i.test(one) || codings.includes(one.trim().toLowerCase()))
  )
}

/** One exchange of a call. What a success holds is for the classes beneath to read. */
export abstract class Receiving<A> implements Receiver {
  protected readonly call: Call
  protected exchange: Exchange | undefined
  protected isOver = false
  protected parts: Array<Uint8Array> = []
  protected size = 0
  private readonly codings: ReadonlyArray<string>
  private readonly resume: Resume<A>
  private hasWords = false
  private callOff: CallOff | undefined

  constructor(call: Call, codings: ReadonlyArray<string>, resume: Resume<A>) {
    this.call = call
    this.codings = codings
    this.resume = resume
  }

  /** The head of a success. */
  protected abstract begin(headers: Headers, isDecoded: boolean): void
  /** Bytes of a success. */
  protected abstract take(bytes: Uint8Array): boolean
  /** The end of a success. */
  protected abstract finish(): void
  protected broke(cause: unknown): void {
    this.fail(broken(cause, this.call.phase))
  }

  /** Sends the request, for no longer than the call may last. */
  start(transport: Transport["Service"], request: TransportRequest): Effect.Effect<void> {
    const { call } = this
    call.attempts++
    call.head = undefined
    call.phase = "headers"
    this.wait(call.left(), () => this.fail(tooLate(call)))
    this.exchange = transport.send(request, this)
    if (this.isOver) this.exchange.abort()
    return Effect.sync(() => this.leave())
  }

  onPhase(phase: Call["phase"]): void {
    this.call.phase = phase
  }

  onHead(status: number, headers: Headers): void {
    if (this.isOver) return
    const { call } = this
    call.head = { status, headers }
    call.phase = "body"
    const decoded = isDecoded(headers, this.codings)
    if (status >= 200 && status < 300) return this.begin(headers, decoded)
    // A browser shows a redirect it was told not to follow as status 0.
    if ((status >= 300 && status < 400) || status === 0) {
      return this.fail(
        unusable("redirect", "The answer is a redirect, which is never followed: check the base URL.")
      )
    }
    this.hasWords = true
    if (!decoded) return this.refused("")
    this.wait(Math.min(limits.errorBodyWait, call.left()), () => this.refused(""))
  }

  onBytes(bytes: Uint8Array): boolean {
    if (this.isOver) return true
    if (!this.hasWords) return this.take(bytes)
    this.keep(bytes)
    if (this.size > limits.errorBody) this.refused("")
    return true
  }

  onEnd(): void {
    if (this.isOver) return
    this.exchange = undefined
    if (this.hasWords) this.refused(lenientText(joined(this.parts, this.size)))
    else this.finish()
  }

  onError(cause: unknown): void {
    if (this.isOver) return
    if (cause instanceof Defect) {
      this.leave()
      return this.resume(Effect.die(cause.error))
    }
    // A body that breaks, stalls or swells says nothing; its status does.
    if (this.hasWords) this.refused("")
    else this.broke(cause)
  }

  protected keep(bytes: Uint8Array): void {
    this.parts.push(bytes)
    this.size += bytes.length
  }

  /** The exchange is over, or nobody waits for it. */
  protected leave(): void {
    this.isOver = true
    this.call.size = this.size
    this.rest()
    this.exchange?.abort()
  }

  /** No deadline of the call stands over what follows. */
  protected rest(): void {
    this.callOff?.()
    this.callOff = undefined
  }

  protected answer(value: A): void {
    this.resume(Effect.succeed(value))
  }

  protected fail(error: ApiError): void {
    this.leave()
    this.resume(Effect.fail(error))
  }

  /** What happens unless something does in time. */
  protected wait(millis: number, ring: () => void): void {
    this.rest()
    this.callOff = this.call.alarm(millis, ring)
  }

  private refused(words: string): void {
    const { call } = this
    const { headers = {}, status = 0 } = call.head ?? {}
    const retryAfter = RetryPolicy.retryAfter(headers, call.clock.currentTimeMillisUnsafe())
    this.fail(fromStatus(status, words, { hide: call.hide, retryAfter, rateLimit: rateLimitOf(headers) }))
  }
}
