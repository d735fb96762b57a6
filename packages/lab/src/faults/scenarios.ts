// Scenarios in which client libraries are known to differ, as data. Two act while they run and are written in the test.
import type { RequestOptions } from "@leadline/core/client"
import { echo, type Operation, streamOperations, wholeOperations } from "./operations.ts"
import type { FaultReply } from "./FaultReply.ts"

const json = { "content-type": "application/json" }
const html = { "content-type": "text/html" }
const events = { "content-type": "text/event-stream" }
const [decisions, chat] = wholeOperations as readonly [Operation, Operation]
const [stream] = streamOperations as readonly [Operation]
const { frames } = stream.answer

const good: FaultReply = { headers: json, parts: [decisions.answer.body] }
/** A refusal with a requested delay. */
export const refused = (retryAfter: string): FaultReply => ({
  status: 429,
  headers: { "retry-after": retryAfter }
})
const error = (_tag: string, more: object = {}) => ({ _tag, ...more })
/** A stream of these frames. */
export const streaming = (
  parts: ReadonlyArray<string>,
  ending: FaultReply["ending"] = "end"
): FaultReply => ({
  headers: events,
  parts,
  ending
})

/** One scenario: the server's replies in order, and what the caller gets. */
export interface Scenario {
  readonly title: string
  readonly replies: ReadonlyArray<FaultReply>
  readonly operation?: Operation
  readonly options?: RequestOptions
  readonly wanted: "ok" | { readonly _tag: string }
  readonly requests: number
  /** Events delivered before the end. */
  readonly events?: number
  /** Least duration in milliseconds. */
  readonly least?: number
  /** Greatest duration in milliseconds on an idle machine. */
  readonly most?: number
}

const reset: FaultReply = { breaks: { phase: "headers", code: "ECONNRESET" } }
/** The scenarios. */
export const scenarios: ReadonlyArray<Scenario> = [
  {
    title: "1: 429 with Retry-After: 1, then 200",
    replies: [refused("1"), good],
    wanted: "ok",
    requests: 2,
    least: 1_000,
    most: 1_100
  },
  {
    title: "2: 429 with Retry-After: 3600",
    replies: [refused("3600")],
    wanted: error("RateLimitError", { retryAfter: 3_600_000 }),
    requests: 1,
    most: 50
  },
  {
    title: "4: Retry-After with a past date",
    replies: [refused("Wed, 21 Oct 2015 07:28:00 GMT"), good],
    wanted: "ok",
    requests: 2,
    most: 1_050
  },
  { title: "5: Retry-After: soon", replies: [refused("soon"), good], wanted: "ok", requests: 2, most: 1_050 },
  { title: "6: a reset, then 200, where it is safe", replies: [reset, good], wanted: "ok", requests: 2 },
  {
    title: "6: a reset, where work may be billed",
    operation: chat,
    replies: [reset],
    wanted: error("ConnectionError", { reason: "reset", sent: true }),
    requests: 1
  },
  { title: "7: 501", replies: [{ status: 501 }], wanted: error("InternalServerError"), requests: 1 },
  { title: "7: 409", replies: [{ status: 409 }], wanted: error("ConflictError"), requests: 1 },
  {
    title: "8: a stream without its end mark",
    operation: stream,
    replies: [streaming(frames.slice(0, 2))],
    wanted: error("StreamTruncatedError", { reason: "noEndMark", eventsSeen: 2 }),
    requests: 1,
    events: 2
  },
  {
    title: "9: a stream cut in the middle",
    operation: stream,
    replies: [streaming(frames.slice(0, 2), "reset")],
    wanted: error("StreamTruncatedError", { reason: "reset", eventsSeen: 2 }),
    requests: 1,
    events: 2
  },
  {
    title: "10: a last event without its blank line, whole",
    operation: stream,
    replies: [streaming(frames.slice(0, 3).map((frame, n) => (n === 2 ? frame.trimEnd() : frame)))],
    wanted: "ok",
    requests: 1,
    events: 3
  },
  {
    title: "10: a last event without its blank line, not the last one due",
    operation: stream,
    replies: [streaming(frames.slice(0, 2).map((frame, n) => (n === 1 ? frame.trimEnd() : frame)))],
    wanted: error("StreamTruncatedError", { eventsSeen: 2 }),
    requests: 1,
    events: 2
  },
  {
    title: "11: an error inside a stream",
    operation: stream,
    replies: [
      streaming([frames[0] ?? "", `data: {"error":{"message":"no","type":"too_many_requests"}}\n\n`])
    ],
    wanted: error("RateLimitError", { phase: "stream", eventsSeen: 1 }),
    requests: 1,
    events: 1
  },
  {
    title: "12: broken JSON in a stream",
    operation: stream,
    replies: [streaming([frames[0] ?? "", `data: {"${echo}\n\n`])],
    wanted: error("InvalidResponseError", { reason: "json", eventsSeen: 1 }),
    requests: 1,
    events: 1
  },
  {
    title: "13: a body that stalls",
    replies: [{ ...good, parts: ["{"], ending: "stalls" }],
    options: { timeout: 500 },
    wanted: error("DeadlineExceededError", { phase: "body" }),
    requests: 1,
    least: 480,
    most: 550
  },
  {
    title: "14: a stream that stalls",
    operation: stream,
    replies: [streaming(frames.slice(0, 1), "stalls")],
    options: { idleTimeout: 500 },
    wanted: error("DeadlineExceededError", { phase: "idle" }),
    requests: 1,
    events: 1,
    least: 480,
    most: 550
  },
  {
    title: `15: 200 {"hello":1}`,
    replies: [{ headers: json, parts: [`{"hello":1}`] }],
    wanted: error("InvalidResponseError", { reason: "schema" }),
    requests: 1
  },
  {
    title: "16: 200 with a page",
    replies: [{ headers: html, parts: [`<html>${echo}</html>`] }],
    wanted: error("InvalidResponseError", { reason: "content" }),
    requests: 1
  },
  {
    title: "17: 504 with a page",
    operation: chat,
    replies: [{ status: 504, headers: html, parts: ["<html>"] }],
    wanted: error("DeadlineExceededError", { phase: "service" }),
    requests: 1
  },
  {
    title: "17: 404 without a body",
    replies: [{ status: 404 }],
    wanted: error("NotFoundError"),
    requests: 1
  },
  {
    title: "18: 307",
    replies: [{ status: 307, headers: { location: "http://127.0.0.1:1/other" } }, good],
    wanted: error("InvalidResponseError", { reason: "redirect" }),
    requests: 1
  }
]
