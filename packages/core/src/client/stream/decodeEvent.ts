// Decodes an event of a stream: its JSON, unchecked, or the failure it stands for.
// Source: §6; limits are Assumed: ours.
import * as Predicate from "effect/Predicate"
import type * as ApiError from "../../errors/ApiError.ts"
import { fromStatus, type Redact } from "../../errors/fromStatus.ts"
import { endedEarly } from "../../errors/streamEndedEarly.ts"
import { fromStreamEvent } from "../../errors/fromStreamEvent.ts"
import { doneMarker, type SseEvent } from "../../protocol/sse/SseParser.ts"
import { isNestedDeeper, parseJson } from "../../schema/parseJson.ts"
import { maxJsonDepth } from "../defaults.ts"
import { htmlResponse, invalidResponse } from "../errors/invalidResponse.ts"

/** The value of an event. An `Error` is the failure it stands for, or why it cannot be used. */
export const decodeEvent = ({ data, event, isTruncated }: SseEvent, redact: Redact): unknown => {
  if (data === doneMarker) return data
  if (isNestedDeeper(data, maxJsonDepth))
    return invalidResponse("depth", `An event is nested deeper than ${maxJsonDepth} levels.`, "stream")
  const value = parseJson(data)
  const failure = fromStreamEvent(value, redact)
  if (failure !== undefined) return failure
  if (value !== undefined && (!isTruncated || Predicate.isObject(value))) return value
  if (isTruncated) return endedEarly(true)
  return event === "error"
    ? fromStatus(500, "", { redact, phase: "stream" })
    : invalidResponse("json", "An event is not valid JSON.", "stream")
}

/** Does a content type announce events? A missing type counts as such. */
export const isEventStream = (contentType: string): boolean =>
  contentType === "" || /^text\/event-stream\s*(;|$)/i.test(contentType)

/** The failure of a response that has another body in place of a stream; a JSON error object names its class. */
export const fromUnexpectedBody = (contentType: string, body: string, redact: Redact): ApiError.ApiError =>
  (/\bjson\b/i.test(contentType) && !isNestedDeeper(body, maxJsonDepth)
    ? fromStreamEvent(parseJson(body), redact)
    : undefined) ??
  (/\bx?html\b/i.test(contentType)
    ? htmlResponse("stream")
    : invalidResponse("content", "The response is not an event stream.", "stream"))
