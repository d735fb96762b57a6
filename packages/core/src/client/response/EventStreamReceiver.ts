// Receives an answer whose body is a stream of events.
// Source: §6; limits and waits are Assumed: ours.
import type * as Stream from "effect/Stream"
import type { ApiError } from "../../errors/ApiError.ts"
import { fromTransport } from "../errors/fromTransport.ts"
import * as limits from "../defaults.ts"
import { type EventStreamBody, makeEventStreamBody } from "../stream/EventStreamBody.ts"
import { isEventStream, fromUnexpectedBody } from "../stream/decodeEvent.ts"
import type { Headers } from "./ResponseInfo.ts"
import { ResponseReceiver } from "./ResponseReceiver.ts"
import { invalidResponse } from "../errors/invalidResponse.ts"
import { joined, decodeLenient } from "../../protocol/utf8.ts"

/** Answers with the stream as soon as the head is there; then no deadline of the call stands, but the stream's own. */
export class EventStreamReceiver extends ResponseReceiver<Stream.Stream<unknown, ApiError>> {
  private body: EventStreamBody | undefined
  private type = ""

  protected override onSuccessHead(headers: Headers, isDecoded: boolean): void {
    if (!isDecoded)
      return this.fail(invalidResponse("encoding", "The answer has a content encoding nobody asked for."))
    this.type = headers["content-type"] ?? ""
    if (isEventStream(this.type)) {
      this.clearTimer()
      this.body = makeEventStreamBody(
        { abort: () => this.close(), resume: () => this.exchange?.resume() },
        this.call
      )
      this.succeed(this.body.stream)
    } else if (/\bjson\b/i.test(this.type)) {
      this.setTimer(Math.min(limits.errorBodyWait, this.call.remaining()), () => this.onBroken())
    } else this.onBroken()
  }

  protected override onSuccessBytes(bytes: Uint8Array): boolean {
    if (this.body !== undefined) return this.body.push(bytes)
    this.keepChunk(bytes)
    if (this.size > limits.errorBody) this.onBroken()
    return true
  }

  protected override onSuccessEnd(): void {
    if (this.body !== undefined) this.body.end()
    else
      this.fail(
        fromUnexpectedBody(this.type, decodeLenient(joined(this.chunks, this.size)), this.call.redact)
      )
  }

  protected override onBroken(cause?: unknown): void {
    if (this.body !== undefined) this.body.fail(fromTransport(cause, "stream"))
    else if (this.type === "") super.onBroken(cause)
    else this.fail(fromUnexpectedBody(this.type, "", this.call.redact))
  }
}
