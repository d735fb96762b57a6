// The stream of an answer: counted, watched and parsed as it arrives, its failures told by class.
// Source: §6; waits and limits are Assumed: ours.
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { HttpClientError } from "effect/http/HttpClientError"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import * as ApiError from "../errors/ApiError.ts"
import { broken } from "./broken.ts"
import * as limits from "./clientLimits.ts"
import { readWords } from "./readBody.ts"
import { type Frame, frames } from "./SseReader.ts"
import { streamError, wordlessError } from "./streamError.ts"
import { walk } from "./walk.ts"
import { endMark } from "./whole.ts"

/** How long a stream may take, in milliseconds. */
export interface Waits {
  /** Without a byte. */
  readonly idle: number
  /** Without an event. */
  readonly event: number
  /** Left of the whole; Infinity when it may take for ever. */
  readonly left: Effect.Effect<number>
}

interface Progress {
  /** Values given so far. */
  seen: number
  /** Milliseconds waited since the last of them. The caller's own time does not count. */
  waited: number
}

const unusable = (reason: "content" | "json" | "depth", message: string) =>
  new ApiError.InvalidResponseError({ message, reason, phase: "stream", sent: true })

const late = (what: string, wait: number, phase: ApiError.Phase) =>
  new ApiError.DeadlineExceededError({
    message: `${what} within ${Duration.format(Duration.millis(wait))}.`,
    phase,
    sent: true
  })

const isHttp = (error: HttpClientError | ApiError.ApiError): error is HttpClientError =>
  error._tag === "HttpClientError"

/** A body that broke: what came stands, what is missing is told. */
const cut = (error: HttpClientError | ApiError.ApiError, pending: boolean): ApiError.ApiError => {
  if (!isHttp(error)) return error
  const cause = broken(error, "stream")
  if (cause._tag !== "ConnectionError") return cause
  const failure = new ApiError.StreamTruncatedError({
    message: "The connection broke before the stream was whole.",
    reason: cause.reason === "reset" ? "reset" : "closed",
    phase: "stream",
    pending
  })
  return cause.cause === undefined
    ? failure
    : Object.defineProperty(failure, "cause", { value: cause.cause, configurable: true })
}

/** Every wait for bytes ends in time; a comment is a byte but no event. */
const watched = (
  bytes: Stream.Stream<Uint8Array, HttpClientError>,
  waits: Waits,
  progress: Progress
): Stream.Stream<Uint8Array, HttpClientError | ApiError.ApiError> =>
  Stream.transformPull(bytes, (pull) =>
    Effect.succeed(
      Effect.gen(function* () {
        const left = yield* waits.left
        const event = waits.event - progress.waited
        const wait = Math.max(0, Math.min(left, event, waits.idle))
        const began = yield* Clock.currentTimeMillis
        const chunk = yield* Effect.timeoutOrElse(pull, {
          duration: wait,
          orElse: () =>
            Effect.fail(
              wait === waits.idle
                ? late("No byte came", waits.idle, "idle")
                : wait === event
                  ? late("No event came", waits.event, "idle")
                  : late("The stream did not end", left, "stream")
            )
        })
        progress.waited += (yield* Clock.currentTimeMillis) - began
        return chunk
      })
    )
  )

/** Deeper than any answer: such a text is not parsed. */
const isDeep = (text: string): boolean => {
  if (text.length <= limits.depth) return false
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === 0x5c) at++
      else if (code === 0x22) inString = false
    } else if (code === 0x22) inString = true
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > limits.depth) return true
    } else if (code === 0x5d || code === 0x7d) depth--
  }
  return false
}

// The parser's own message quotes the text, so it goes nowhere.
const parsed = (text: string): unknown => Result.getOrUndefined(Result.try((): unknown => JSON.parse(text)))

const cutInside = () =>
  new ApiError.StreamTruncatedError({
    message: "The stream ended inside an event.",
    reason: "noEndMark",
    phase: "stream",
    pending: true
  })

/** The value of a frame, or what is wrong with it. */
const valueOf = ({ data, event, isCut }: Frame): { readonly value: unknown } | ApiError.ApiError => {
  if (data === endMark) return { value: data }
  if (isDeep(data)) return unusable("depth", `An event is nested deeper than ${limits.depth} levels.`)
  const value = parsed(data)
  const failure = streamError(value)
  if (failure !== undefined) return failure
  if (value !== undefined && (!isCut || Predicate.isObject(value))) return { value }
  if (isCut) return cutInside()
  return event === "error" ? wordlessError() : unusable("json", "An event is not valid JSON.")
}

const isEventStream = /^text\/event-stream\s*(;|$)/i

/** What stands in place of a stream: an error that names its class, or nothing of use. */
const misplaced = Effect.fnUntraced(function* (response: HttpClientResponse, type: string) {
  const words = /\bjson\b/i.test(type) ? yield* readWords(response) : ""
  return (
    streamError(isDeep(words) ? undefined : parsed(words)) ??
    unusable(
      "content",
      /\bx?html\b/i.test(type)
        ? "The answer is an HTML page: check the base URL."
        : "The answer is not a stream of events."
    )
  )
})

/**
 * The JSON of every event of an answer, unchecked, and `[DONE]` as it is. Fails with what is wrong with the head;
 * the stream fails with `eventsSeen` at silence, a broken connection, a failure told in an event, an event that is cut.
 */
export const readEvents = Effect.fnUntraced(function* (response: HttpClientResponse, waits: Waits) {
  const type = response.headers["content-type"] ?? ""
  if (type !== "" && !isEventStream.test(type)) return yield* yield* misplaced(response, type)
  const progress: Progress = { seen: 0, waited: 0 }
  const bytes = Stream.catchIf(
    response.stream,
    (error) => error.reason._tag === "EmptyBodyError",
    () => Stream.empty
  )
  const told = (error: ApiError.ApiError) => Object.assign(error, { eventsSeen: progress.seen })
  const values = walk<Frame, unknown>(frames(watched(bytes, waits, progress), cut), () => ({
    take: (frame, give) => {
      const read = valueOf(frame)
      if (!("value" in read)) return read
      progress.seen++
      progress.waited = 0
      give(read.value)
      return "on"
    },
    end: () => undefined
  }))
  return Stream.mapError(values, told)
})
