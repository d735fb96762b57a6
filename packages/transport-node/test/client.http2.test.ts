import { createClient } from "@leadline/transport-node"
import { afterEach, assert, describe, it, vi } from "vitest"
import { constants, createSecureServer, type ServerHttp2Session, type ServerHttp2Stream } from "node:http2"
import type { AddressInfo, Socket } from "node:net"
import { gzipSync } from "node:zlib"
import { issue } from "./fixtures/certificates.ts"
import { answered, list, serve } from "./fixtures/service.ts"

const authority = issue("Test authority")
const identity = issue("service", ["localhost"], authority)

const closing: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

type Respond = (stream: ServerHttp2Stream, n: number) => void

/** A server that does to each stream what it is told. */
const speaking = async (respond: Respond) => {
  const sockets = new Set<Socket>()
  const sessions = new Set<ServerHttp2Session>()
  let accepted = 0
  let requests = 0
  const server = createSecureServer({ cert: identity.cert, key: identity.key })
  server.on("connection", (socket: Socket) => {
    accepted++
    sockets.add(socket)
    socket.on("close", () => sockets.delete(socket)).on("error", () => undefined)
  })
  server.on("session", (session) => {
    sessions.add(session)
    session.on("close", () => sessions.delete(session)).on("error", () => undefined)
  })
  server.on("sessionError", () => undefined)
  server.on("stream", (stream) => {
    stream.on("error", () => undefined)
    stream.resume()
    respond(stream, ++requests)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  closing.push(
    () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      })
  )
  return {
    baseUrl: `https://localhost:${(server.address() as AddressInfo).port}`,
    accepted: () => accepted,
    requests: () => requests,
    open: () => sockets.size,
    sessions
  }
}

const connected = (baseUrl: string, timeout = 1_500) => {
  const client = createClient({ baseUrl, timeout, http2: true, tls: { ca: authority.cert } })
  closing.push(client.close)
  return client
}

const outcome = (client: ReturnType<typeof connected>): Promise<unknown> =>
  client.models
    .list()
    .withResponse()
    .then(
      ({ data }): unknown => ({ data }),
      (error: unknown) => error
    )

const answer = (stream: ServerHttp2Stream, body: string | Uint8Array = list, status = 200, fields = {}) => {
  stream.respond({ ":status": status, "content-type": "application/json", ...fields })
  stream.end(body)
}

const cut = (then: (stream: ServerHttp2Stream) => void): Respond => (stream) => {
  stream.respond({ ":status": 200, "content-type": "application/json", "content-length": "99" })
  stream.write("{", () => setTimeout(then, 20, stream))
}

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
  ["F02 the connection closed without a byte", (stream) => stream.session?.destroy(), connection("headers", "closed")],
  ["F03 never answers", () => undefined, deadline("headers")],
  ["F04 the stream reset before its head", (stream) => stream.close(constants.NGHTTP2_INTERNAL_ERROR), connection("headers", "protocol")],
  ["F05 the connection reset before the head", (stream) => (stream.session?.socket as unknown as Socket).destroy(), connection("headers", "closed")],
  ["F06 the stream reset inside the body", cut((stream) => stream.close(constants.NGHTTP2_INTERNAL_ERROR)), connection("body", "protocol")],
  ["F07 the connection closed inside the body", cut((stream) => stream.session?.destroy()), connection("body", "closed")],
  ["F12 JSON cut", (stream) => answer(stream, list.slice(0, -3)), invalid("json")],
  ["F13 a body that stalls", cut(() => undefined), deadline("body")],
  ["F24 status 600", (stream) => stream.session?.destroy(), connection("headers", "closed")],
  ["F26 103, then 200", (stream) => {
    stream.additionalHeaders({ ":status": 103 })
    answer(stream)
  }, { data: answered }],
  ["F28 204 where a body is due", (stream) => stream.respond({ ":status": 204 }, { endStream: true }), invalid("empty")],
  ["F29 200 with an empty body", (stream) => answer(stream, ""), invalid("empty")],
  ["F30 a redirect", (stream) => answer(stream, "", 307, { location: "/elsewhere" }), invalid("redirect")],
  ["F31 504 as HTML", (stream) => answer(stream, "<html>", 504, { "content-type": "text/html" }), {
    _tag: "DeadlineExceededError", phase: "service", status: 504, attempts: 3
  }],
  ["F33 200 as HTML", (stream) => answer(stream, "<html>", 200, { "content-type": "text/html" }), invalid("content")],
  ["F38 two million levels", (stream) => answer(stream, "[".repeat(2_000_000)), invalid("depth")],
  ["F47 gzip nobody asked for", (stream) => answer(stream, gzipSync(list), 200, { "content-encoding": "gzip" }), invalid("encoding")],
  ["a stream refused", (stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM), connection("headers", "protocol")],
  ["GOAWAY in place of an answer", (stream) => stream.session?.goaway(constants.NGHTTP2_NO_ERROR, 0), connection("headers", "protocol")]
]

describe("faults of the wire over HTTP/2", () => {
  it.each(rows)("%s", async (_, respond, wanted) => {
    const server = await speaking(respond)
    assert.deepInclude((await outcome(connected(server.baseUrl))) as object, wanted)
    if ("attempts" in wanted) assert.strictEqual(server.requests(), wanted.attempts)
  })
})
