// Faults of event streams.
// Source: §6.
import { echo, type Answer } from "../operations.ts"
import { deadlineError, type ExpectedError, invalidResponse, row, type FaultRow } from "./FaultRow.ts"
import {
  type Bytes,
  chunk,
  chunkedHead,
  flood,
  head,
  html,
  json,
  lastChunk,
  type ServerScript,
  whole
} from "../ServerScript.ts"

const type = "content-type: text/event-stream"
const open = { write: chunkedHead(type) }

/** A stream of these parts, one chunk each, with a clean end. */
const clean = (...parts: ReadonlyArray<Bytes>): ServerScript => [
  open,
  ...parts.map((part) => ({ write: chunk(part) })),
  { write: lastChunk }
]

const first = ({ frames: [one = ""] }: Answer): string => one
const begun = (answer: Answer): ServerScript => [open, { write: chunk(first(answer)) }]
const truncated = (reason: string, pending = false): ExpectedError => ({
  _tag: "StreamTruncatedError",
  reason,
  eventsSeen: 1,
  pending
})

/** Errors in JSON, and the class of each. */
const errors = {
  "its type": [{ message: "no", type: "too_many_requests" }, "RateLimitError"],
  "its code": [{ message: "no", type: "x", code: 503 }, "UnavailableError"],
  nothing: [{ message: "no" }, "InternalServerError"]
} as const

/** The rows. */
export const streamRows: ReadonlyArray<FaultRow> = [
  row("a whole stream", "ok", ({ frames }) => clean(...frames)),
  row("closed without the last chunk", truncated("closed"), (answer) => [...begun(answer), "end"]),
  row("reset", truncated("reset"), (answer) => [...begun(answer), "reset"]),
  row("clean end inside an event", truncated("noEndMark", true), ({ frames: [one = "", two = ""] }) =>
    clean(one, two.slice(0, 40))
  ),
  row("clean end without the end mark", truncated("noEndMark"), (answer) => clean(first(answer))),
  row("silence after the first event", { ...deadlineError("idle"), eventsSeen: 1 }, begun, {
    idleTimeout: 1_000
  }),
  row(
    "comments for ever",
    { ...deadlineError("idle"), eventsSeen: 1 },
    (answer) => [...begun(answer), { drip: [chunk(": ping\n\n")], every: 20 }],
    { eventTimeout: 1_000, idleTimeout: 5_000 }
  ),
  ...Object.entries(errors).flatMap(([what, [error, _tag]]) => [
    row(`a JSON error body with status 200, named by ${what}`, { _tag }, () => [
      { write: whole(JSON.stringify({ error }), "200 OK", json) }
    ]),
    row(`an error inside the stream, named by ${what}`, { _tag, phase: "stream", eventsSeen: 1 }, (answer) =>
      clean(first(answer), `event: error\ndata: ${JSON.stringify({ error })}\n\n`)
    )
  ]),
  row(
    "one line without end",
    invalidResponse("tooLarge"),
    () => [{ write: `${head("200 OK", type)}data: ` }, flood],
    { isHeavy: true }
  ),
  row("HTML with status 200", invalidResponse("content"), () => [
    { write: whole(`<html>${echo}</html>`, "200 OK", html) }
  ])
]
