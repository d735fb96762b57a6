// Faults of event streams: S01 to S16.
// Source: §6.
import { echo, type Answer, type Operation } from "../operations.ts"
import { deadlineError, invalidResponse, row, type FaultRow, truncatedStream } from "./FaultRow.ts"
import {
  type Bytes,
  chunk,
  chunkedHead,
  html,
  join,
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
const bad = (frame: string): Buffer => {
  const [before = "", after = ""] = frame.split("llo")
  return join(before, Buffer.of(0xff), after)
}
const named = (object: object, status: string, ...lines: ReadonlyArray<string>): ServerScript => [
  { write: whole(JSON.stringify(object), status, ...lines) }
]
const isChat = ({ name }: Operation): boolean => name === "chat stream"

/** The rows. */
export const streamRows: ReadonlyArray<FaultRow> = [
  row(
    "S01",
    "a whole stream",
    "final",
    { serve: ({ frames }) => clean(...frames), wanted: ["ok"] },
    {
      title: "the other end",
      serve: ({ otherFrames }) => clean(...otherFrames),
      wanted: ["ok"]
    },
    {
      title: "in one piece, ended by close",
      serve: ({ frames }) => [
        { write: `HTTP/1.1 200 OK\r\n${type}\r\nconnection: close\r\n\r\n${frames.join("")}` },
        "end"
      ],
      wanted: ["ok"]
    }
  ),
  row("S02", "closed without the last chunk", "final", {
    serve: (answer) => [open, { write: chunk(first(answer)) }, "end"],
    wanted: [truncatedStream("closed", 1, false)]
  }),
  row("S03", "reset", "final", {
    serve: (answer) => [open, { write: chunk(first(answer)) }, "reset"],
    wanted: [truncatedStream("reset", 1, false)]
  }),
  row("S04", "clean end inside an event", "final", {
    serve: ({ frames: [one = "", two = ""] }) => clean(one, two.slice(0, 40)),
    wanted: [truncatedStream("noEndMark", 1, true)]
  }),
  row("S05", "clean end without the end mark", "final", {
    serve: (answer) => clean(first(answer)),
    wanted: [truncatedStream("noEndMark", 1, false)]
  }),
  row("S06", "silence after the first event", "final", {
    serve: (answer) => [open, { write: chunk(first(answer)) }],
    idleTimeout: 1_000,
    wanted: [{ ...deadlineError("idle"), eventsSeen: 1 }]
  }),
  row("S07", "comments for ever", "final", {
    serve: (answer) => [open, { write: chunk(first(answer)) }, { drip: [chunk(": ping\n\n")], every: 20 }],
    eventTimeout: 1_000,
    idleTimeout: 5_000,
    wanted: [{ ...deadlineError("idle"), eventsSeen: 1 }]
  }),
  row("S08", "retry: lines between events", "final", {
    serve: ({ frames }) => clean(...frames.map((frame) => `retry: 10\n\nretry: 20\n${frame}`)),
    wanted: ["ok"]
  }),
  row("S09", "two byte order marks", "final", {
    title: "the second makes an unknown field",
    serve: ({ frames }) => clean("\uFEFF\uFEFF", ...frames),
    lost: 1,
    wanted: ["ok"]
  }),
  row("S10", "UTF-8 split at every byte", "final", {
    serve: ({ frames }) => [
      { write: `HTTP/1.1 200 OK\r\n${type}\r\nconnection: close\r\n\r\n` },
      { bytewise: frames.join("") },
      "end"
    ],
    wanted: ["ok"]
  }),
  row(
    "S11",
    "bad UTF-8",
    "final",
    {
      title: "inside a string",
      serve: ({ frames: [one = "", ...rest] }) => clean(bad(one), ...rest),
      only: isChat,
      wanted: ["ok"]
    },
    {
      title: "outside any string",
      serve: ({ frames: [one = ""] }) => clean(one, join("data: {", Buffer.of(0xff), "}\n\n")),
      wanted: [{ ...invalidResponse("json"), eventsSeen: 1 }]
    }
  ),
  row("S12", "a line of 20 MiB", "final", {
    serve: (answer) => clean(first(answer), `data: "${"x".repeat(20 << 20)}"\n\n`),
    isHeavy: true,
    timeout: 60_000,
    wanted: [{ ...invalidResponse("tooLarge"), eventsSeen: 1 }]
  }),
  row(
    "S13",
    "a JSON error body with status 200",
    "final",
    {
      title: "named by its type",
      serve: () => named({ error: { message: "no", type: "invalid_model" } }, "200 OK", json),
      wanted: [{ _tag: "InvalidRequestError" }]
    },
    {
      title: "named by its code",
      serve: () => named({ error: { message: "no", type: "x", code: 429 } }, "200 OK", json),
      wanted: [{ _tag: "RateLimitError" }]
    },
    {
      title: "named by nothing",
      serve: () => named({ error: { message: "no" } }, "200 OK", json),
      wanted: [{ _tag: "InternalServerError" }]
    }
  ),
  row("S14", "HTML with status 200", "final", {
    serve: () => [{ write: whole(`<html>${echo}</html>`, "200 OK", html) }],
    wanted: [invalidResponse("content")]
  }),
  row(
    "S15",
    "an error inside the stream",
    "final",
    {
      title: "named by its type",
      serve: (answer) =>
        clean(first(answer), `data: {"error":{"message":"no","type":"too_many_requests"}}\n\n`),
      wanted: [{ _tag: "RateLimitError", phase: "stream", eventsSeen: 1 }]
    },
    {
      title: "named by its code",
      serve: (answer) =>
        clean(first(answer), `event: error\ndata: {"error":{"message":"no","type":"x","code":503}}\n\n`),
      wanted: [{ _tag: "UnavailableError", phase: "stream", eventsSeen: 1 }]
    },
    {
      title: "named by nothing",
      serve: (answer) => clean(first(answer), `data: {"error":{"message":"no"}}\n\n`),
      wanted: [{ _tag: "InternalServerError", phase: "stream", eventsSeen: 1 }]
    }
  ),
  row("S16", "retry: with twenty digits", "final", {
    serve: ({ frames }) => clean("retry: 12345678901234567890\n\n", ...frames),
    wanted: ["ok"]
  })
]
