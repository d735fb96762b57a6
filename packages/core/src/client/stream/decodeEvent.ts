// What an event says: its JSON, unchecked, or what is wrong with it.
// Source: §6; limits are Assumed: ours.
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as ApiError from "../../errors/ApiError.ts"
import type { Redact } from "../redact.ts"
import * as limits from "../defaults.ts"
import type { SseEvent } from "../../protocol/sse/SseParser.ts"
import { fromStreamEvent, unspecifiedError } from "../../errors/fromStreamEvent.ts"

/** The data of the frame that ends some streams; engines that read a wire may pass it on as it is. */
export const doneMarker = "[DONE]"

/** A stream that cannot be used. */
export const invalidStream = (
  reason: NonNullable<ApiError.InvalidResponseError["reason"]>,
  message: string
): ApiError.InvalidResponseError =>
  new ApiError.InvalidResponseError({ message, reason, phase: "stream", sent: true })

/** Are there so few brackets that the text cannot be too deep? Most are found so in a fraction of the time. */
const isFlat = (text: string): boolean => {
  let count = 0
  for (const bracket of "{[") {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      if (++count > limits.depth) return false
    }
  }
  return true
}

/** Deeper than any answer: such a text is not parsed. What never closes its brackets is no JSON anyway. */
const isDeep = (text: string): boolean => {
  if (text.length <= 2 * limits.depth || isFlat(text)) return false
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

const truncatedEvent = () =>
  new ApiError.StreamTruncatedError({
    message: "The stream ended inside an event.",
    reason: "noEndMark",
    phase: "stream",
    pending: true
  })

/** The value of a frame; an `Error` is what is wrong with it. */
export const decodeEvent = ({ data, event, isTruncated: isCut }: SseEvent, hide: Redact): unknown => {
  if (data === doneMarker) return data
  if (isDeep(data)) return invalidStream("depth", `An event is nested deeper than ${limits.depth} levels.`)
  const value = parsed(data)
  const failure = fromStreamEvent(value, hide)
  if (failure !== undefined) return failure
  if (value !== undefined && (!isCut || Predicate.isObject(value))) return value
  if (isCut) return truncatedEvent()
  return event === "error" ? unspecifiedError() : invalidStream("json", "An event is not valid JSON.")
}

/** Does a content type say that events follow? Without a type they are taken for such. */
export const isEventStream = (type: string | undefined): boolean =>
  type === undefined || type === "" || /^text\/event-stream\s*(;|$)/i.test(type)

/** What stands in place of a stream: an error that names its class, or nothing of use. `words` is its body. */
export const fromUnexpectedBody = (type: string, words: string, hide: Redact): ApiError.ApiError =>
  (/\bjson\b/i.test(type) && !isDeep(words) ? fromStreamEvent(parsed(words), hide) : undefined) ??
  invalidStream(
    "content",
    /\bx?html\b/i.test(type)
      ? "The answer is an HTML page: check the base URL."
      : "The answer is not a stream of events."
  )
