// One attempt of a call: sends the request, judges the head, reads the body within limits, completes exactly once.
// Source: §7.1; limits and waits are Assumed: ours.
import * as Effect from "effect/Effect"
import type { ApiError } from "../../errors/ApiError.ts"
import { fromStatus } from "../../errors/fromStatus.ts"
import { makeByteChunks } from "../../protocol/byteChunks.ts"
import { decodeLenient, decodeStrict } from "../../protocol/utf8.ts"
import type { CancelTimer } from "../../scheduling/timer.ts"
import { isNestedDeeper, parseJson } from "../../schema/parseJson.ts"
import { type Call, deadlineExceeded } from "../Call.ts"
import * as defaults from "../defaults.ts"
import { fromTransport } from "../errors/fromTransport.ts"
import { encodedResponse, htmlResponse, invalidResponse } from "../errors/invalidResponse.ts"
import {
  Defect,
  type ClientExchange,
  type Receiver,
  type Transport,
  type TransportRequest
} from "../Transport.ts"
import { type Headers, rateLimitOf } from "./ResponseInfo.ts"

/** Takes the outcome of an attempt; called once. */
export type Complete<A> = (outcome: Effect.Effect<A, ApiError>) => void

/** Has the transport undone every coding of the body? */
export const areCodingsUndone = (headers: Headers, codings: ReadonlyArray<string>): boolean =>
  headers["content-encoding"]
    ?.toLowerCase()
    .split(",")
    .every((one) => ["", "identity", ...codings].includes(one.trim())) ?? true

/** One attempt of a call: sends the request and receives its response. Its subclasses read the body of a success. */
export abstract class Attempt<A> implements Receiver {
  protected readonly call: Call
  protected exchange: ClientExchange | undefined
  protected isOver = false
  protected readonly chunks = makeByteChunks()
  private codings: ReadonlyArray<string> = []
  protected readonly complete: Complete<A>
  private isError = false
  protected cancelTimer: CancelTimer | undefined

  constructor(call: Call, complete: Complete<A>) {
    this.call = call
    this.complete = complete
  }

  /** The head of a success. */
  protected abstract onSuccessHead(headers: Headers, isDecoded: boolean): void
  /** Bytes of a success; false pauses the transport. */
  protected abstract onSuccessBytes(bytes: Uint8Array): boolean
  /** The end of a success. */
  protected abstract onSuccessEnd(): void
  /** The exchange failed before the end of a success. */
  protected onBroken(cause: unknown): void {
    this.fail(fromTransport(cause, this.call.phase))
  }

  /** Sends the request, under the deadline of the call. The effect aborts the exchange. */
  send(transport: Transport["Service"], request: TransportRequest): Effect.Effect<void> {
    const { call } = this
    this.codings = transport.codings
    call.attempts++
    call.head = undefined
    call.bodyBytes = 0
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
    const decoded = areCodingsUndone(headers, this.codings)
    if (status >= 200 && status < 300) return this.onSuccessHead(headers, decoded)
    // A browser reports a redirect that is not followed as status 0.
    if ((status >= 300 && status < 400) || status === 0) {
      return this.fail(invalidResponse("redirect", "Redirects are not followed: check the base URL."))
    }
    this.isError = true
    if (!decoded) return this.failWith("")
    this.setBodyTimer(() => this.failWith(""))
  }

  onBytes(bytes: Uint8Array): boolean {
    if (this.isOver) return true
    this.call.bodyBytes += bytes.length
    if (!this.isError) return this.onSuccessBytes(bytes)
    this.chunks.add(bytes)
    if (this.call.bodyBytes > defaults.maxErrorBytes) this.failWith("")
    return true
  }

  onEnd(): void {
    if (this.isOver) return
    this.exchange = undefined
    if (this.isError) this.failWith(decodeLenient(this.chunks.take()))
    else this.onSuccessEnd()
  }

  onError(cause: unknown): void {
    if (this.isOver) return
    if (cause instanceof Defect) {
      this.close()
      return this.complete(Effect.die(cause.error))
    }
    // The status of an error response counts, also where its body breaks, stalls or is too large.
    if (this.isError) this.failWith("")
    else this.onBroken(cause)
  }

  /** Ends the exchange if it is still going. */
  protected close(): void {
    this.isOver = true
    this.cancelTimer?.()
    this.exchange?.abort()
  }

  protected succeed(value: A): void {
    this.complete(Effect.succeed(value))
  }

  protected fail(error: ApiError): void {
    this.close()
    this.complete(Effect.fail(error))
  }

  /** Replaces the timer. */
  protected setTimer(millis: number, onTimeout: () => void): void {
    this.cancelTimer?.()
    this.cancelTimer = this.call.setTimer(millis, onTimeout)
  }

  /** Replaces the timer by that of a body that is not the result. */
  protected setBodyTimer(onTimeout: () => void): void {
    this.setTimer(Math.min(defaults.errorBodyTimeout, this.call.remaining()), onTimeout)
  }

  private failWith(body: string): void {
    const { call } = this
    const { headers = {}, status = 0 } = call.head ?? {}
    this.fail(
      fromStatus(status, body, {
        redact: call.redact,
        hasKey: call.hasKey,
        retryAfter: call.retryAfter(),
        rateLimit: rateLimitOf(headers)
      })
    )
  }
}

/** A body of more bytes. */
export const tooLarge = (bytes = defaults.maxResponseBytes) =>
  invalidResponse("tooLarge", `The response is over ${bytes} bytes.`)

/** A body with more levels than are parsed. */
export const tooDeep = () =>
  invalidResponse("depth", `The response is nested deeper than ${defaults.maxJsonDepth} levels.`)

/** A body that is no text. */
export const invalidUtf8 = () => invalidResponse("utf8", "The response is not valid UTF-8.")

/** Why a text is not JSON. */
export const invalidJson = (text: string) => {
  if (!/\S/.test(text)) return invalidResponse("empty", "The response is empty.")
  if (text[0] === "<") return htmlResponse()
  return /^.{0,3}\0/s.test(text) ? invalidUtf8() : invalidResponse("json", "The response is not valid JSON.")
}

/** An attempt whose success is JSON: at most 64 MiB of strict UTF-8, nested at most 128 levels deep. The content type need not say JSON. */
export class JsonAttempt extends Attempt<unknown> {
  protected override onSuccessHead(headers: Headers, isDecoded: boolean): void {
    if (!isDecoded) this.fail(encodedResponse())
    else if (/\bx?html\b/i.test(headers["content-type"] ?? "")) this.fail(htmlResponse())
    else if (Number(headers["content-length"] ?? 0) > defaults.maxResponseBytes) this.fail(tooLarge())
  }

  protected override onSuccessBytes(bytes: Uint8Array): boolean {
    this.chunks.add(bytes)
    if (this.call.bodyBytes > defaults.maxResponseBytes) this.fail(tooLarge())
    return true
  }

  protected override onSuccessEnd(): void {
    let text
    try {
      text = decodeStrict(this.chunks.take())
    } catch {
      return this.fail(invalidUtf8())
    }
    if (isNestedDeeper(text, defaults.maxJsonDepth)) return this.fail(tooDeep())
    const value = parseJson(text)
    if (value === undefined) return this.fail(invalidJson(text))
    this.close()
    this.call.json = value
    this.succeed(value)
  }
}
