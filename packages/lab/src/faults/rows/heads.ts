// Faults of connections, response heads and framing.
import { echo } from "../operations.ts"
import { connectionError, deadlineError, invalidResponse, row, type FaultRow } from "./FaultRow.ts"
import { chunk, chunkedHead, head, json, whole } from "../ServerScript.ts"

const lengthOf = (body: string, more = 0): string => `content-length: ${Buffer.byteLength(body) + more}`
const cut = (body: string): string => body.slice(0, -3)
const closes = "connection: close"
const protocol = connectionError("headers", "protocol")

/** The rows. */
export const headRows: ReadonlyArray<FaultRow> = [
  row("connection refused", { ...connectionError("connect", "refused"), sent: false }, undefined, {
    link: "refused"
  }),
  row("reset at accept", { _tag: "ConnectionError", reason: "reset" }, undefined, {
    link: "reset at accept"
  }),
  row(
    "a pooled connection closed without a byte",
    connectionError("headers", "closed"),
    ({ body }, n) => (n === 1 ? [{ write: whole(body, "200 OK", json) }] : ["end"]),
    { calls: 2 }
  ),
  row("accepted, never answers", deadlineError("headers"), () => [], { timeout: 1_000 }),
  row("reset inside the status line", connectionError("headers", "reset"), () => [
    { write: "HTTP/1.1 20" },
    "reset"
  ]),
  row("closed inside the headers", connectionError("headers", "closed"), () => [
    { write: `HTTP/1.1 200 OK\r\nx-a: ${echo}` },
    "end"
  ]),
  row("reset inside a body of declared length", connectionError("body", "reset"), ({ body }) => [
    { write: head("200 OK", json, lengthOf(body)) + cut(body) },
    "reset"
  ]),
  row("closed inside a body of declared length", connectionError("body", "closed"), ({ body }) => [
    { write: head("200 OK", json, lengthOf(body)) + cut(body) },
    "end"
  ]),
  row("whole JSON but no last chunk", connectionError("body", "closed"), ({ body }) => [
    { write: chunkedHead(json) },
    { write: chunk(body) },
    "end"
  ]),
  row("ends by close, JSON cut", invalidResponse("json"), ({ body }) => [
    { write: head("200 OK", json, closes) + cut(body) },
    "end"
  ]),
  row(
    "length too long, then silence",
    deadlineError("body"),
    ({ body }) => [{ write: head("200 OK", json, lengthOf(body, 9)) + body }],
    { timeout: 1_000 }
  ),
  row("length too short", [invalidResponse("json"), connectionError("body", "protocol")], ({ body }) => [
    { write: head("200 OK", json, lengthOf(body, -9)) + body }
  ]),
  row("two different lengths", protocol, ({ body }) => [
    { write: head("200 OK", json, lengthOf(body), lengthOf(body, 1)) + body }
  ]),
  row("bad chunk size", connectionError("body", "protocol"), ({ body }) => [
    { write: `${chunkedHead(json)}zz\r\n${body}\r\n` }
  ]),
  row("no HTTP at all", protocol, () => [{ write: `SSH-2.0-OpenSSH_9.6 ${echo}\r\n` }]),
  row(
    "headers dripped a byte at a time",
    deadlineError("headers"),
    () => [{ write: "HTTP/1.1 200 OK\r\nx-a: " }, { drip: ["a"], every: 20 }],
    { timeout: 1_000 }
  )
]
