// Faults of connections, response heads and framing: F01 to F27.
import { echo } from "../operations.ts"
import { connectionError, deadlineError, invalidResponse, row, type FaultRow } from "./FaultRow.ts"
import { chunk, chunkedHead, head, json, lastChunk, whole } from "../ServerScript.ts"

const lengthOf = (body: string, more = 0): string => `content-length: ${Buffer.byteLength(body) + more}`
const cut = (body: string): string => body.slice(0, -3)
const closes = "connection: close"

/** The rows. */
export const headRows: ReadonlyArray<FaultRow> = [
  row(
    "F01",
    "connection refused",
    "as it comes",
    { link: "refused", wanted: [{ ...connectionError("connect", "refused"), sent: false }] },
    {
      title: "reset at accept",
      link: "reset at accept",
      wanted: [{ _tag: "ConnectionError", reason: "reset" }]
    }
  ),
  row(
    "F02",
    "accepted, closed without a byte",
    "unknown",
    { serve: () => ["end"], wanted: [connectionError("headers", "closed")] },
    {
      title: "a pooled connection",
      serve: ({ body }, n) => (n === 1 ? [{ write: whole(body, "200 OK", json) }] : ["end"]),
      calls: 2,
      wanted: [connectionError("headers", "closed")]
    }
  ),
  row("F03", "accepted, never answers", "final", {
    serve: () => [],
    timeout: 1_000,
    wanted: [deadlineError("headers")]
  }),
  row("F04", "reset inside the status line", "unknown", {
    serve: () => [{ write: "HTTP/1.1 20" }, "reset"],
    wanted: [connectionError("headers", "reset")]
  }),
  row("F05", "closed inside the headers", "unknown", {
    serve: () => [{ write: `HTTP/1.1 200 OK\r\nx-a: ${echo}` }, "end"],
    wanted: [connectionError("headers", "closed")]
  }),
  row("F06", "reset inside a body of declared length", "unknown", {
    serve: ({ body }) => [{ write: head("200 OK", json, lengthOf(body)) + cut(body) }, "reset"],
    wanted: [connectionError("body", "reset")]
  }),
  row("F07", "closed inside a body of declared length", "unknown", {
    serve: ({ body }) => [{ write: head("200 OK", json, lengthOf(body)) + cut(body) }, "end"],
    wanted: [connectionError("body", "closed")]
  }),
  row("F08", "closed inside a chunked body", "unknown", {
    serve: ({ body }) => [{ write: chunkedHead(json) }, { write: chunk(cut(body)) }, "end"],
    wanted: [connectionError("body", "closed")]
  }),
  row("F09", "whole JSON but no last chunk", "unknown", {
    serve: ({ body }) => [{ write: chunkedHead(json) }, { write: chunk(body) }, "end"],
    wanted: [connectionError("body", "closed")]
  }),
  row("F10", "ends by close, JSON cut", "final", {
    serve: ({ body }) => [{ write: head("200 OK", json, closes) + cut(body) }, "end"],
    wanted: [invalidResponse("json")]
  }),
  row("F11", "ends by close, JSON whole", "final", {
    serve: ({ body }) => [{ write: head("200 OK", json, closes) + body }, "end"],
    wanted: ["ok"]
  }),
  row("F12", "JSON cut, length right", "final", {
    serve: ({ body }) => [{ write: whole(cut(body), "200 OK", json) }],
    wanted: [invalidResponse("json")]
  }),
  row("F13", "length too long, then silence", "final", {
    serve: ({ body }) => [{ write: head("200 OK", json, lengthOf(body, 9)) + body }],
    timeout: 1_000,
    wanted: [deadlineError("body")]
  }),
  row("F14", "length too short", "as it comes", {
    serve: ({ body }) => [{ write: head("200 OK", json, lengthOf(body, -9)) + body }],
    wanted: [invalidResponse("json"), connectionError("body", "protocol")]
  }),
  row("F15", "two different lengths", "unknown", {
    serve: ({ body }) => [{ write: head("200 OK", json, lengthOf(body), lengthOf(body, 1)) + body }],
    wanted: [connectionError("headers", "protocol")]
  }),
  row("F16", "two equal lengths", "unknown", {
    serve: ({ body }) => [{ write: head("200 OK", json, lengthOf(body), lengthOf(body)) + body }],
    wanted: ["ok", connectionError("headers", "protocol")]
  }),
  row("F17", "length and chunked", "unknown", {
    serve: ({ body }) => [
      { write: head("200 OK", json, lengthOf(body), "transfer-encoding: chunked") },
      { write: chunk(body) },
      { write: lastChunk }
    ],
    wanted: [connectionError("headers", "protocol")]
  }),
  row("F18", "bad chunk size", "unknown", {
    serve: ({ body }) => [{ write: `${chunkedHead(json)}zz\r\n${body}\r\n` }],
    wanted: [connectionError("body", "protocol")]
  }),
  row("F19", "chunk size overflow", "unknown", {
    serve: ({ body }) => [{ write: `${chunkedHead(json)}FFFFFFFFFFFFFFFFF\r\n${body}` }],
    wanted: [connectionError("body", "protocol")]
  }),
  row("F20", "no HTTP at all", "unknown", {
    serve: () => [{ write: `SSH-2.0-OpenSSH_9.6 ${echo}\r\n` }],
    wanted: [connectionError("headers", "protocol")]
  }),
  row("F21", "a body without a head", "unknown", {
    serve: ({ body }) => [{ write: body }],
    wanted: [connectionError("headers", "protocol")]
  }),
  row("F22", "HTTP/1.0 answer", "final", {
    serve: ({ body }) => [{ write: `HTTP/1.0 200 OK\r\n${json}\r\n\r\n${body}` }, "end"],
    wanted: ["ok"]
  }),
  row("F23", "status 99", "unknown", {
    serve: ({ body }) => [{ write: whole(body, "99 Odd", json) }],
    wanted: [connectionError("headers", "protocol")]
  }),
  row("F24", "status 600", "final", {
    serve: ({ body }) => [{ write: whole(body, "600 Odd", json) }],
    wanted: [{ ...invalidResponse("status"), status: 600 }]
  }),
  row("F25", "500 times 100 Continue, then 200", "unknown", {
    serve: ({ body }) => [
      { write: head("100 Continue").repeat(500) },
      { write: whole(body, "200 OK", json) }
    ],
    wanted: ["ok", connectionError("headers", "protocol")]
  }),
  row("F26", "103, then 200", "final", {
    serve: ({ body }) => [
      { write: head("103 Early Hints", "link: </a.css>; rel=preload") },
      { write: whole(body, "200 OK", json) }
    ],
    wanted: ["ok"]
  }),
  row("F27", "unrequested 101", "as it comes", {
    serve: () => [{ write: head("101 Switching Protocols", "upgrade: other", "connection: upgrade") }],
    timeout: 5_000,
    wanted: [connectionError("headers", "protocol"), invalidResponse("status")]
  })
]
