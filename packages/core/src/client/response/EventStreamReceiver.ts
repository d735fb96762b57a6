// Receives an answer whose body is a stream of events.
// Source: §6; limits and waits are Assumed: ours.
import type * as Stream from "effect/Stream"
import type { ApiError } from "../../errors/ApiError.ts"
import { broken } from "../errors/fromTransport.ts"
import * as limits from "../defaults.ts"
import { type EventBody, makeEventBody } from "../stream/EventStreamBody.ts"
import { isEventStream, misplaced } from "../stream/decodeEvent.ts"
import type { Headers } from "./ResponseInfo.ts"
import { Receiving } from "./ResponseReceiver.ts"
import { unusable } from "../errors/invalidResponse.ts"
import { joined, lenientText } from "../../protocol/utf8.ts"

/** Answers with the stream as soon as the head is there; then no deadline of the call stands, but the stream's own. */
export class ReceivingEvents extends Receiving<Stream.Stream<unknown, ApiError>> {
  private body: EventBody | undefined
  private type = ""

  protected override begin(headers: Headers, isDecoded: boolean): void {
    if (!isDecoded)
      return this.fail(unusable("encoding", "The answer has a content encoding nobody asked for."))
    this.type = headers["content-type"] ?? ""
    if (isEventStream(this.type)) {
      this.rest()
      this.body = makeEventBody(
        { abort: () => this.leave(), resume: () => this.exchange?.resume() },
        this.call
      )
      this.answer(this.body.stream)
    } else if (/\bjson\b/i.test(this.type)) {
      this.wait(Math.min(limits.errorBodyWait, this.call.left()), () => this.broke())
    } else this.broke()
  }

  protected override take(bytes: Uint8Array): boolean {
    if (this.body !== undefined) return this.body.push(bytes)
    this.keep(bytes)
    if (this.size > limits.errorBody) this.broke()
    return true
  }

  protected override finish(): void {
    if (this.body !== undefined) this.body.end()
    else this.fail(misplaced(this.type, lenientText(joined(this.parts, this.size)), this.call.hide))
  }

  protected override broke(cause?: unknown): void {
    if (this.body !== undefined) this.body.fail(broken(cause, "stream"))
    else if (this.type === "") super.broke(cause)
    else this.fail(misplaced(this.type, "", this.call.hide))
  }
}
