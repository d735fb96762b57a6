// Passes a stream on to a browser, as the service would send it: bytes, or a whole response.
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { anObject, checkOptions, type Checks } from "../../client/optionChecks.ts"
import { frame, textFrame } from "../../protocol/sse/frames.ts"
import { doneMarker } from "../../protocol/sse/SseParser.ts"
import { encodeFrames, type EncodeOptions, encodeOptions, errorEvent } from "./encodeFrames.ts"
import { type ByteStream, eventResponse, type ResponseOptions, type WebResponse } from "./eventResponse.ts"

/** Options of {@link toResponse}. */
export interface ToResponseOptions extends EncodeOptions, ResponseOptions {}

/** The check of each option. */
export const responseOptions = {
  ...encodeOptions,
  status: [
    "an integer from 200 to 599",
    (value) => Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599
  ],
  headers: anObject
} satisfies Checks<ToResponseOptions>

/** The source as an Effect stream; its failures stay as they are. */
export const fromAsyncIterable = <A>(events: AsyncIterable<A>): Stream.Stream<A, unknown> =>
  Stream.fromAsyncIterable(events, (error) => error)

/** A web stream that pulls one array of events for each read, and none before the first. */
export const toBytes = <R>(bytes: Stream.Stream<Uint8Array, never, R>): Effect.Effect<ByteStream, never, R> =>
  Effect.map(
    Stream.toReadableStreamEffect(bytes, { strategy: { highWaterMark: 0 } }),
    (stream): ByteStream => stream
  )

const bytesOf = <A extends object, E, R>(
  events: Stream.Stream<A, E, R>,
  options: EncodeOptions
): Effect.Effect<ByteStream, never, R> => {
  let isChat = false
  return toBytes(
    encodeFrames(
      events,
      {
        encode: (event) => {
          isChat = "choices" in event
          return frame(event)
        },
        end: () => (isChat ? textFrame(doneMarker) : ""),
        failed: (error) => frame(errorEvent(error, options))
      },
      options
    )
  )
}

/** Twin of {@link toReadableStream} for Effect streams. It runs in the context of the fiber that calls it. */
export const toReadableStreamEffect = <A extends object, E, R>(
  events: Stream.Stream<A, E, R>,
  options: EncodeOptions = {}
): Effect.Effect<ByteStream, never, R> =>
  Effect.suspend(() => {
    checkOptions(options, encodeOptions)
    return bytesOf(events, options)
  })

/**
 * The events as server-sent events in UTF-8, as the service sends them: `data:` frames, after the last event of chat
 * `[DONE]`, a comment in silence. A failure becomes an error event before the end, so that the stream itself never
 * fails. Nothing is sent before the first read; each read takes what is there; `cancel` ends the call. Read it with
 * {@link fromReadableStream}, or with any client of the service.
 */
export const toReadableStream = <A extends object>(
  events: AsyncIterable<A>,
  options?: EncodeOptions
): ByteStream => Effect.runSync(toReadableStreamEffect(fromAsyncIterable(events), options))

/** Twin of {@link toResponse} for Effect streams. */
export const toResponseEffect = <A extends object, E, R>(
  events: Stream.Stream<A, E, R>,
  options: ToResponseOptions = {}
): Effect.Effect<WebResponse, never, R> =>
  Effect.suspend(() => {
    checkOptions(options, responseOptions)
    return Effect.map(bytesOf(events, options), (body) => eventResponse(body, options))
  })

/**
 * A `Response` of `text/event-stream` for a browser, with the bytes of {@link toReadableStream}. When the browser leaves,
 * the runtime cancels the body, which ends the call. To answer an early failure with a status of your own, await
 * `events.withResponse()` first.
 */
export const toResponse = <A extends object>(
  events: AsyncIterable<A>,
  options?: ToResponseOptions
): WebResponse => Effect.runSync(toResponseEffect(fromAsyncIterable(events), options))
