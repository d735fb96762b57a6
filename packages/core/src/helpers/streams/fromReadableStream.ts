// Reads the events of a response in a browser. It loads no Effect streams.
import * as Predicate from "effect/Predicate"
import { invalidResponse } from "../../client/errors/invalidResponse.ts"
import { endedEarly } from "../../errors/streamEndedEarly.ts"
import { noRedaction } from "../../errors/fromStatus.ts"
import { fromStreamEvent } from "../../errors/fromStreamEvent.ts"
import { withFields } from "../../errors/withFields.ts"
import { parseJson } from "../../schema/parseJson.ts"
import { doneMarker, makeSseParser } from "../../protocol/sse/SseParser.ts"
import { makeUtf8Decoder } from "../../protocol/utf8.ts"
import { isFinal } from "./isFinal.ts"

/** The part of a `ReadableStream` of bytes that is read. */
export interface ReadableBytes {
  readonly getReader: () => {
    readonly read: () => Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>
    readonly cancel: () => Promise<void>
  }
}

/**
 * The events of a body that `toReadableStream`, `toResponse` or the service sent: `fromReadableStream<ChatChunk>(response.body)`.
 * They are not checked. Throws the `ApiError` of an error event, an InvalidResponseError for what is no event, and a StreamTruncatedError at an end without a last
 * event. Leaving the loop cancels the body.
 */
export const fromReadableStream = async function* <A extends object>(
  stream: ReadableBytes
): AsyncGenerator<A, undefined, undefined> {
  const reader = stream.getReader()
  const decoder = makeUtf8Decoder()
  let events: Array<string> = []
  const parser = makeSseParser(({ data, isTruncated }) => {
    if (!isTruncated) events.push(data)
  })
  let eventsSeen = 0
  let isComplete = false
  try {
    while (true) {
      const { done, value } = await reader.read()
      if (value !== undefined) parser.feed(decoder.decode(value, { stream: true }))
      const given = events
      events = []
      for (const data of given) {
        if (data === doneMarker) return undefined
        const event = parseJson(data)
        const failure =
          fromStreamEvent(event, noRedaction) ??
          (Predicate.isObject(event)
            ? undefined
            : invalidResponse("json", "An event is not a JSON object.", "stream"))
        if (failure !== undefined) throw withFields(failure, { eventsSeen })
        eventsSeen++
        isComplete = isFinal(event as A)
        yield event as A
      }
      if (parser.isTooLarge())
        throw withFields(invalidResponse("tooLarge", "An event is too long.", "stream"), { eventsSeen })
      if (done) break
    }
  } finally {
    await reader.cancel()
  }
  if (!isComplete) throw withFields(endedEarly(), { eventsSeen })
  return undefined
}
