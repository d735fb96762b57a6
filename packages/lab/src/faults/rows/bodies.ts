// Faults of status, body, headers and content coding: F28 to F54.
import { gzipSync } from "node:zlib"
import { echo } from "../operations.ts"
import { connectionError, deadlineError, invalidResponse, row, type FaultRow } from "./FaultRow.ts"
import { bytesOf, head, html, join, json, whole } from "../ServerScript.ts"

const page = `<!doctype html><html><body>${echo}</body></html>`
const gzip = "content-encoding: gzip"

/** A good body with an extra field, which an open schema accepts. */
const beside = (body: string, field: string | Uint8Array): Buffer =>
  join(body.slice(0, -1), `,"more":`, field, "}")

/** 300 MiB of spaces before a body, as gzip members of 1 MiB each. */
const bomb = (body: string): Buffer => {
  const member = gzipSync(Buffer.alloc(1 << 20, " "))
  return Buffer.concat([...Array.from({ length: 300 }, () => member), gzipSync(body)])
}

const twentyTimes = (body: string): Buffer =>
  Array.from({ length: 20 }).reduce<Buffer>((bytes) => gzipSync(bytes), bytesOf(body))

const someHeader = (line: string) => ({
  serve: ({ body }: { readonly body: string }) => [{ write: whole(body, "200 OK", json, line) }]
})

/** The rows. */
export const bodyRows: ReadonlyArray<FaultRow> = [
  row("F28", "204 where a body is due", "final", {
    serve: () => [{ write: head("204 No Content") }],
    wanted: [invalidResponse("empty")]
  }),
  row("F29", "200 with an empty body", "final", {
    serve: () => [{ write: whole("", "200 OK", json) }],
    wanted: [invalidResponse("empty")]
  }),
  row(
    "F30",
    "redirect",
    "final",
    {
      title: "to the same origin",
      serve: (_, n) =>
        n === 1 ? [{ write: whole("", "307 Temporary Redirect", "location: /elsewhere") }] : ["end"],
      wanted: [invalidResponse("redirect")]
    },
    {
      title: "to another origin",
      serve: (_, __, trap) => [{ write: whole("", "308 Permanent Redirect", `location: ${trap}/v1/x`) }],
      wanted: [invalidResponse("redirect")]
    }
  ),
  row("F31", "504 as HTML", "unknown", {
    serve: () => [{ write: whole(page, "504 Gateway Timeout", html) }],
    wanted: [{ ...deadlineError("service"), status: 504 }]
  }),
  row("F32", "502 with an empty body", "unknown", {
    serve: () => [{ write: whole("", "502 Bad Gateway") }],
    wanted: [{ ...connectionError("service", "badGateway"), status: 502 }]
  }),
  row("F33", "200 as HTML", "final", {
    serve: () => [{ write: whole(page, "200 OK", html) }],
    wanted: [invalidResponse("content")]
  }),
  row("F34", "JSON typed text/plain", "final", {
    serve: ({ body }) => [{ write: whole(body, "200 OK", "content-type: text/plain") }],
    wanted: ["ok"]
  }),
  row("F35", "JSON with one byte order mark", "final", {
    serve: ({ body }) => [{ write: whole(`\uFEFF${body}`, "200 OK", json) }],
    wanted: ["ok"]
  }),
  row("F36", "invalid UTF-8 inside a string", "final", {
    serve: ({ body }) => [{ write: whole(beside(body, Buffer.of(0x22, 0xff, 0x22)), "200 OK", json) }],
    wanted: [invalidResponse("utf8")]
  }),
  row(
    "F37",
    "JSON in UTF-16",
    "final",
    {
      title: "with a mark",
      serve: ({ body }) => [{ write: whole(Buffer.from(`\uFEFF${body}`, "utf16le"), "200 OK", json) }],
      wanted: [invalidResponse("utf8")]
    },
    {
      title: "without one",
      serve: ({ body }) => [{ write: whole(Buffer.from(body, "utf16le"), "200 OK", json) }],
      wanted: [invalidResponse("utf8")]
    }
  ),
  row("F38", "JSON two million levels deep", "final", {
    serve: ({ body }) => [{ write: whole(beside(body, "[".repeat(2e6) + "]".repeat(2e6)), "200 OK", json) }],
    wanted: [invalidResponse("depth")]
  }),
  row("F39", "body dripped a byte at a time", "final", {
    serve: () => [{ write: head("200 OK", json, "content-length: 99999") }, { drip: [" "], every: 20 }],
    timeout: 1_000,
    wanted: [deadlineError("body")]
  }),
  row("F40", "headers dripped a byte at a time", "final", {
    serve: () => [{ write: "HTTP/1.1 200 OK\r\nx-a: " }, { drip: ["a"], every: 20 }],
    timeout: 1_000,
    wanted: [deadlineError("headers")]
  }),
  row("F41", "a 17 KiB header", "as it comes", {
    ...someHeader(`x-a: ${"a".repeat(17 * 1024)}`),
    wanted: ["ok", connectionError("headers", "protocol")]
  }),
  row("F42", "3,000 header lines", "as it comes", {
    ...someHeader(Array.from({ length: 3_000 }, (_, n) => `x-${n}: a`).join("\r\n")),
    wanted: ["ok", connectionError("headers", "protocol")]
  }),
  row("F43", "folded header", "unknown", {
    ...someHeader("x-a: b\r\n c"),
    wanted: [connectionError("headers", "protocol")]
  }),
  row("F44", "bare LF", "unknown", {
    serve: ({ body }) => [{ write: whole(body, "200 OK", json).toString().replaceAll("\r\n", "\n") }],
    wanted: [connectionError("headers", "protocol")]
  }),
  row("F45", "NUL in a header", "unknown", {
    ...someHeader(`x-a: ${echo}\0c`),
    wanted: [connectionError("headers", "protocol")]
  }),
  row(
    "F46",
    "429 with two Retry-After, 1 and 9",
    "refused",
    {
      title: "in time",
      serve: () => [{ write: whole("", "429 Too Many Requests", "retry-after: 1", "retry-after: 9") }],
      timeout: 15_000,
      repeats: 2,
      wanted: [{ _tag: "RateLimitError", phase: "service", status: 429, retryAfter: 9_000 }]
    },
    {
      title: "too late",
      serve: () => [{ write: whole("", "429 Too Many Requests", "retry-after: 1", "retry-after: 9") }],
      timeout: 5_000,
      repeats: 1,
      wanted: [{ _tag: "RateLimitError", phase: "service", status: 429, retryAfter: 9_000 }]
    }
  ),
  row("F47", "unrequested gzip", "final", {
    serve: ({ body }) => [{ write: whole(gzipSync(body), "200 OK", json, gzip) }],
    wanted: [invalidResponse("encoding")],
    onFetch: ["ok"]
  }),
  row("F48", "gzip cut short", "as it comes", {
    serve: ({ body }) => [{ write: whole(gzipSync(body).subarray(0, -20), "200 OK", json, gzip) }],
    wanted: [invalidResponse("encoding")],
    onFetch: [connectionError("body", "protocol"), invalidResponse("json"), invalidResponse("empty")]
  }),
  row("F49", "says gzip, is plain", "as it comes", {
    serve: ({ body }) => [{ write: whole(body, "200 OK", json, gzip) }],
    wanted: [invalidResponse("encoding")],
    onFetch: [connectionError("body", "protocol"), invalidResponse("json"), invalidResponse("empty")]
  }),
  row("F50", "gzip bomb, 300 MiB", "final", {
    serve: ({ body }) => [{ write: whole(bomb(body), "200 OK", json, gzip) }],
    isHeavy: true,
    timeout: 60_000,
    wanted: [invalidResponse("encoding")],
    onFetch: [invalidResponse("tooLarge")]
  }),
  row("F51", "gzip twenty times", "as it comes", {
    serve: ({ body }) => [
      { write: whole(twentyTimes(body), "200 OK", json, `${gzip}${", gzip".repeat(19)}`) }
    ],
    wanted: [invalidResponse("encoding")],
    onFetch: [invalidResponse("encoding"), { _tag: "ConnectionError" }]
  }),
  row("F52", "unknown coding", "as it comes", {
    ...someHeader("content-encoding: rot13"),
    wanted: [invalidResponse("encoding")]
  }),
  row("F53", "a body without end", "final", {
    serve: () => [{ write: head("200 OK", json) }, { flood: Buffer.alloc(1 << 18, " ") }],
    isHeavy: true,
    timeout: 60_000,
    wanted: [invalidResponse("tooLarge")]
  }),
  row("F54", "keep-alive closed just after the answer", "unknown", {
    serve: ({ body }) => [{ write: whole(body, "200 OK", json) }, "end"],
    calls: 2,
    wanted: ["ok", connectionError("headers", "closed"), connectionError("headers", "reset")]
  })
]
