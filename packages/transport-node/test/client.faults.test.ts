import { createClient } from "@leadline/transport-node"
import { afterEach, assert, describe, it } from "vitest"
import { gzipSync } from "node:zlib"
import { listen, type RawServer, type Respond, whole } from "./fixtures/rawServer.ts"

const list = `{"object":"list","data":[]}`
const chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
const hex = list.length.toString(16)

let server: RawServer
let close: () => Promise<void> = async () => undefined
afterEach(async () => {
  await close()
  await server.close()
})

const call = async (respond: Respond, timeout = 400, maxRetries = 2) => {
  server = await listen(respond)
  const client = createClient({ baseUrl: server.baseUrl, timeout, maxRetries })
  close = client.close
  return client.models
    .list()
    .withResponse()
    .then(
      ({ data }): unknown => ({ data }),
      (error: unknown) => error
    )
}

const send =
  (bytes: string | Uint8Array, end: "keep" | "end" | "reset" = "keep"): Respond =>
  (socket) => {
    if (end === "end") return socket.end(bytes)
    socket.write(bytes, () => {
      if (end === "reset") setTimeout(() => socket.resetAndDestroy(), 5)
    })
    return undefined
  }

const answered = { data: { object: "list", data: [] } }
const connection = (phase: string, reason: string) => ({
  _tag: "ConnectionError",
  phase,
  reason,
  sent: true,
  attempts: 3
})
const deadline = (phase: string) => ({ _tag: "DeadlineExceededError", phase, sent: true, attempts: 1 })
const invalid = (reason: string) => ({ _tag: "InvalidResponseError", reason, attempts: 1 })

const rows: ReadonlyArray<readonly [string, Respond, object]> = [
  ["F02 closed without a byte", (socket) => socket.end(), connection("headers", "closed")],
  ["F03 never answers", () => undefined, deadline("headers")],
  ["F04 reset inside the status line", send("HTTP/1.1 20", "reset"), connection("headers", "reset")],
  [
    "F05 closed inside the headers",
    send("HTTP/1.1 200 OK\r\ncontent-le", "end"),
    connection("headers", "closed")
  ],
  [
    "F06 reset inside a body of declared length",
    send("HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{", "reset"),
    connection("body", "reset")
  ],
  [
    "F07 closed inside a body of declared length",
    send("HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{", "end"),
    connection("body", "closed")
  ],
  ["F08 closed inside a chunked body", send(`${chunked}5\r\n{"obj`, "end"), connection("body", "closed")],
  [
    "F09 whole JSON but no last chunk",
    send(`${chunked}${hex}\r\n${list}\r\n`, "end"),
    connection("body", "closed")
  ],
  [
    "F10 ends by close, JSON cut",
    send(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${list.slice(0, -3)}`, "end"),
    invalid("json")
  ],
  [
    "F11 ends by close, JSON whole",
    send(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${list}`, "end"),
    answered
  ],
  ["F12 JSON cut, length right", send(whole(list.slice(0, -3))), invalid("json")],
  [
    "F13 length too long, then silence",
    send(`HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n${list}`),
    deadline("body")
  ],
  [
    "F15 two different lengths",
    send(`HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n${list}`),
    connection("headers", "protocol")
  ],
  [
    "F17 length and chunked",
    send(`HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`),
    connection("headers", "protocol")
  ],
  ["F18 bad chunk size", send(`${chunked}zz\r\n`), connection("body", "protocol")],
  ["F19 chunk size overflow", send(`${chunked}FFFFFFFFFFFFFFFFF\r\n`), connection("body", "protocol")],
  ["F20 no HTTP at all", send("SSH-2.0-OpenSSH_9.6\r\n"), connection("headers", "protocol")],
  ["F21 a body without a head", send(list), connection("headers", "protocol")],
  ["F22 HTTP/1.0", send(`HTTP/1.0 200 OK\r\n\r\n${list}`, "end"), answered],
  ["F24 status 600", send(whole(list, "HTTP/1.1 600 Odd")), invalid("status")],
  [
    "F26 103, then 200",
    send(Buffer.concat([Buffer.from("HTTP/1.1 103 Early Hints\r\n\r\n"), whole(list)])),
    answered
  ],
  ["F28 204 where a body is due", send("HTTP/1.1 204 No Content\r\n\r\n"), invalid("empty")],
  ["F29 200 with an empty body", send(whole("")), invalid("empty")],
  [
    "F30 a redirect",
    send(whole("", "HTTP/1.1 307 Temporary Redirect", "location: /elsewhere")),
    invalid("redirect")
  ],
  [
    "F31 504 as HTML",
    send(whole("<html>", "HTTP/1.1 504 Gateway Timeout", "content-type: text/html")),
    { _tag: "DeadlineExceededError", phase: "service", status: 504, attempts: 3 }
  ],
  [
    "F32 502 with an empty body",
    send(whole("", "HTTP/1.1 502 Bad Gateway")),
    { ...connection("service", "badGateway"), status: 502 }
  ],
  [
    "F33 200 as HTML",
    send(whole("<html>", "HTTP/1.1 200 OK", "content-type: text/html")),
    invalid("content")
  ],
  ["F34 JSON typed text/plain", send(whole(list, "HTTP/1.1 200 OK", "content-type: text/plain")), answered],
  ["F35 JSON with one byte order mark", send(whole(`\uFEFF${list}`)), answered],
  ["F36 invalid UTF-8", send(whole(new Uint8Array([0x22, 0xff, 0x22]))), invalid("utf8")],
  ["F37 JSON in UTF-16", send(whole(Buffer.from(`\uFEFF${list}`, "utf16le"))), invalid("utf8")],
  ["F38 two million levels", send(whole("[".repeat(2_000_000))), invalid("depth")],
  [
    "F41 a 17 KiB header",
    send(whole(list, "HTTP/1.1 200 OK", `x-a: ${"a".repeat(17 * 1024)}`)),
    connection("headers", "protocol")
  ],
  [
    "F43 a folded header",
    send(whole(list, "HTTP/1.1 200 OK", "x-a: b\r\n c")),
    connection("headers", "protocol")
  ],
  [
    "F44 bare LF",
    send(`HTTP/1.1 200 OK\ncontent-length: ${list.length}\n\n${list}`),
    connection("headers", "protocol")
  ],
  [
    "F45 NUL in a header",
    send(whole(list, "HTTP/1.1 200 OK", "x-a: b\0c")),
    connection("headers", "protocol")
  ],
  [
    "F47 gzip nobody asked for",
    send(whole(gzipSync(list), "HTTP/1.1 200 OK", "content-encoding: gzip")),
    invalid("encoding")
  ],
  [
    "F50 gzip bomb",
    send(whole(gzipSync(Buffer.alloc(300_000_000)), "HTTP/1.1 200 OK", "content-encoding: gzip")),
    invalid("encoding")
  ]
]

describe("faults of the wire", () => {
  it.each(rows)("%s", async (_, respond, wanted) => {
    const began = performance.now()
    const outcome = await call(respond, 400 + 900)
    assert.deepInclude(outcome as object, wanted)
    assert.isBelow(performance.now() - began, 10_000)
    if ("attempts" in wanted) assert.strictEqual(server.requests(), wanted.attempts)
  })
})

describe("slow wires", () => {
  it("F39 a body dripped a byte at a time ends at the deadline", async () => {
    const outcome = await call((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 99999\r\n\r\n`)
      const timer = setInterval(() => socket.write(" "), 20)
      socket.on("close", () => clearInterval(timer))
    })
    assert.deepInclude(outcome as object, deadline("body"))
  })
  it("F40 headers dripped a byte at a time end at the deadline", async () => {
    const outcome = await call((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nx-a: ")
      const timer = setInterval(() => socket.write("a"), 20)
      socket.on("close", () => clearInterval(timer))
    })
    assert.deepInclude(outcome as object, deadline("headers"))
  })
  it("F53 a body without end is cut at 64 MiB", async () => {
    const chunk = Buffer.alloc(1 << 20, " ")
    const outcome = await call((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n`)
      const pump = () => {
        while (!socket.destroyed && socket.write(chunk));
      }
      socket.on("drain", pump)
      pump()
    }, 20_000)
    assert.deepInclude(outcome as object, invalid("tooLarge"))
  })
  it("F54 a connection closed after its answer costs the next call nothing", async () => {
    server = await listen((socket) => socket.end(whole(list)))
    const client = createClient({ baseUrl: server.baseUrl })
    close = client.close
    for (let n = 0; n < 20; n++) await client.models.list()
    assert.isAtLeast(server.requests(), 20)
  })
})

describe("no connection", () => {
  it("F01 a refused connection is tried three times", async () => {
    server = await listen(() => undefined)
    const { baseUrl } = server
    await server.close()
    const client = createClient({ baseUrl })
    close = client.close
    const error: unknown = await client.models.list().catch((failure: unknown) => failure)
    assert.deepInclude(error as object, { ...connection("connect", "refused"), sent: false })
  })
  it("L01 a name that does not resolve", async () => {
    server = await listen(() => undefined)
    const client = createClient({ baseUrl: "http://leadline.invalid", timeout: 5_000 })
    close = client.close
    const error: unknown = await client.models.list().catch((failure: unknown) => failure)
    assert.deepInclude(error as object, { ...connection("dns", "notFound"), sent: false })
  })
  it("L05 a TLS handshake that never finishes ends at the deadline, unsent", async () => {
    server = await listen(
      () => undefined,
      () => undefined
    )
    const client = createClient({ baseUrl: server.baseUrl.replace("http:", "https:"), timeout: 300 })
    close = client.close
    const error: unknown = await client.models.list().catch((failure: unknown) => failure)
    assert.deepInclude(error as object, { _tag: "DeadlineExceededError", phase: "tls", sent: false })
  })
})
