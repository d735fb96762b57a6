// Receives an event stream: succeeds with its reader as soon as its head is there.
// Source: §6; limits and waits are Assumed: ours.
import { decodeLenient } from "../../protocol/utf8.ts"
import * as defaults from "../defaults.ts"
import { fromTransport } from "../errors/fromTransport.ts"
import { encodedResponse } from "../errors/invalidResponse.ts"
import { fromUnexpectedBody, isEventStream } from "../stream/decodeEvent.ts"
import { type EventStreamReader, makeEventStreamReader } from "../stream/EventStreamReader.ts"
import type { Headers } from "./ResponseInfo.ts"
import { Attempt } from "./Attempt.ts"

/** Succeeds with the reader of the events. From then on it keeps its own timeouts. */
export class EventStreamAttempt extends Attempt<EventStreamReader> {
  /** From the head of an event stream on. */
  body: EventStreamReader | undefined
  private contentType = ""

  protected override onSuccessHead(headers: Headers, isDecoded: boolean): void {
    if (!isDecoded) return this.fail(encodedResponse())
    this.contentType = headers["content-type"] ?? ""
    if (isEventStream(this.contentType)) {
      this.cancelTimer?.()
      this.body = makeEventStreamReader(
        { abort: () => this.close(), resume: () => this.exchange?.resume() },
        this.call
      )
      this.succeed(this.body)
    } else if (/\bjson\b/i.test(this.contentType)) {
      this.setBodyTimer(() => this.onBroken())
    } else this.onBroken()
  }

  protected override onSuccessBytes(bytes: Uint8Array): boolean {
    if (this.body !== undefined) return this.body.push(bytes)
    this.chunks.add(bytes)
    if (this.call.bodyBytes > defaults.maxErrorBytes) this.onBroken()
    return true
  }

  protected override onSuccessEnd(): void {
    if (this.body !== undefined) this.body.end()
    else this.failAs(decodeLenient(this.chunks.take()))
  }

  protected override onBroken(cause?: unknown): void {
    if (this.body !== undefined) this.body.fail(fromTransport(cause, "stream"))
    else if (this.contentType === "") super.onBroken(cause)
    else this.failAs("")
  }

  private failAs(body: string): void {
    this.fail(fromUnexpectedBody(this.contentType, body, this.call.redact))
  }
}
