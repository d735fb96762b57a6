import { createClient } from "@leadline/transport-node"
import { afterEach, assert, describe, it, vi } from "vitest"
import { constants, type ServerHttp2Stream } from "node:http2"
import { gzipSync } from "node:zlib"
import { issue } from "./fixtures/certificates.ts"
import { type Respond, speak } from "./fixtures/http2.ts"
import { listen } from "./fixtures/rawServer.ts"
import { answered, list, serve } from "./fixtures/service.ts"

const authority = issue("Test authority")
const identity = issue("service", ["localhost"], authority)

const closing: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const speaking = async (respond: Respond) => {
  const server = await speak(identity, respond)
  closing.push(server.close)
  return server
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

const cut =
  (then: (stream: ServerHttp2Stream) => void, fields = {}): Respond =>
  (stream) => {
    stream.respond({ ":status": 200, "content-type": "application/json", ...fields })
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
  ["F02 closed without a byte", (stream) => stream.session?.destroy(), connection("headers", "closed")],
  ["F03 never answers", () => undefined, deadline("headers")],
  [
    "F04 the stream reset before its head",
    (stream) => stream.close(constants.NGHTTP2_INTERNAL_ERROR),
    connection("headers", "reset")
  ],
  [
    "F06 the stream reset inside a body of declared length",
    cut((stream) => stream.close(constants.NGHTTP2_INTERNAL_ERROR), { "content-length": "99" }),
    connection("body", "protocol")
  ],
  // Undici shows this one as an end, so only what should have come shows it.
  [
    "F06 the stream reset inside a body of unknown length",
    cut((stream) => stream.close(constants.NGHTTP2_INTERNAL_ERROR)),
    invalid("json")
  ],
  [
    "F07 closed inside a body of declared length",
    cut((stream) => stream.session?.destroy(), { "content-length": "99" }),
    connection("body", "protocol")
  ],
  [
    "F08 closed inside a body of unknown length",
    cut((stream) => stream.session?.destroy()),
    connection("body", "closed")
  ],
  ["F12 JSON cut", (stream) => answer(stream, list.slice(0, -3)), invalid("json")],
  ["F13 a body that stalls", cut(() => undefined), deadline("body")],
  [
    "F26 103, then 200",
    (stream) => {
      stream.additionalHeaders({ ":status": 103 })
      answer(stream)
    },
    { data: answered }
  ],
  [
    "F28 204 where a body is due",
    (stream) => stream.respond({ ":status": 204 }, { endStream: true }),
    invalid("empty")
  ],
  ["F29 200 with an empty body", (stream) => answer(stream, ""), invalid("empty")],
  ["F30 a redirect", (stream) => answer(stream, "", 307, { location: "/elsewhere" }), invalid("redirect")],
  [
    "F31 504 as HTML",
    (stream) => answer(stream, "<html>", 504, { "content-type": "text/html" }),
    { _tag: "DeadlineExceededError", phase: "service", status: 504, attempts: 3 }
  ],
  [
    "F33 200 as HTML",
    (stream) => answer(stream, "<html>", 200, { "content-type": "text/html" }),
    invalid("content")
  ],
  ["F38 two million levels", (stream) => answer(stream, "[".repeat(2_000_000)), invalid("depth")],
  [
    "F47 unrequested gzip",
    (stream) => answer(stream, gzipSync(list), 200, { "content-encoding": "gzip" }),
    invalid("encoding")
  ],
  ["GOAWAY and silence", (stream) => stream.session?.goaway(constants.NGHTTP2_NO_ERROR), deadline("headers")],
  [
    "GOAWAY and the answer",
    (stream) => {
      stream.session?.goaway(constants.NGHTTP2_NO_ERROR)
      setTimeout(answer, 20, stream)
    },
    { data: answered }
  ]
]

describe("faults of the wire over HTTP/2", () => {
  it.each(rows)("%s", async (_, respond, wanted) => {
    const server = await speaking(respond)
    assert.deepInclude((await outcome(connected(server.baseUrl))) as object, wanted)
    if ("attempts" in wanted) assert.strictEqual(server.requests(), wanted.attempts)
  })
})

describe("a connection of HTTP/2", () => {
  it("tries a refused request, which the server did not begin, once more for each attempt", async () => {
    const server = await speaking((stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM))
    assert.deepInclude((await outcome(connected(server.baseUrl))) as object, connection("headers", "reset"))
    assert.strictEqual(server.requests(), 6)
  })

  it("carries many requests at a time", async () => {
    const held: Array<ServerHttp2Stream> = []
    const server = await speaking((stream) => void held.push(stream))
    const client = connected(server.baseUrl, 20_000)
    const calls = Array.from({ length: 30 }, () => outcome(client))
    await vi.waitUntil(() => held.length === 30, { timeout: 10_000 })
    assert.strictEqual(server.accepted(), 1)
    for (const stream of held) answer(stream)
    for (const one of await Promise.all(calls)) assert.deepEqual(one, { data: answered })
  })

  it("outlives an abort of one of its requests, which reaches the server", async () => {
    let closed = 0
    const server = await speaking((stream, n) => {
      stream.on("close", () => closed++)
      if (n > 1) answer(stream)
    })
    const client = connected(server.baseUrl)
    const controller = new AbortController()
    const call = client.models.list({ signal: controller.signal }).catch((error: unknown) => error)
    await vi.waitUntil(() => server.requests() === 1, { timeout: 10_000 })
    controller.abort("mine")
    assert.strictEqual(await call, "mine")
    await vi.waitUntil(() => closed === 1, { timeout: 10_000 })
    assert.deepEqual(await outcome(client), { data: answered })
    assert.strictEqual(server.accepted(), 1)
    await client.close()
    await vi.waitUntil(() => server.open() === 0, { timeout: 10_000 })
  })

  it("that no call waits for is given up while it is being made", async () => {
    const server = await listen(
      () => undefined,
      (socket) => socket.resume()
    )
    closing.push(server.close)
    const client = connected(server.baseUrl.replace("http:", "https:"))
    const controllers = [new AbortController(), new AbortController()]
    const calls = controllers.map(({ signal }) =>
      client.models.list({ signal }).catch((error: unknown) => error)
    )
    await vi.waitUntil(() => server.open() > 0, { timeout: 10_000 })
    for (const controller of controllers) controller.abort("mine")
    assert.deepEqual(await Promise.all(calls), ["mine", "mine"])
    await vi.waitUntil(() => server.open() === 0, { timeout: 10_000 })
  })

  it("closed by the server is replaced for the next call", async () => {
    const server = await speaking((stream) => answer(stream))
    const client = connected(server.baseUrl)
    for (let n = 1; n < 6; n++) {
      assert.deepEqual(await outcome(client), { data: answered })
      for (const session of server.sessions) {
        if (n % 2 === 0) session.close()
        else session.destroy()
      }
    }
    assert.isAtLeast(server.accepted(), 3)
  })

  it("is cut when an answer has no end", async () => {
    const part = Buffer.alloc(1 << 20, " ")
    const server = await speaking((stream) => {
      stream.respond({ ":status": 200, "content-type": "application/json" })
      const pump = () => {
        while (!stream.destroyed && stream.write(part));
      }
      stream.on("drain", pump)
      pump()
    })
    const error = await outcome(connected(server.baseUrl, 20_000))
    assert.deepInclude(error as object, invalid("tooLarge"))
  })

  it("is not asked of a server that speaks HTTP/1.1 alone, nor by a client that is not configured to", async () => {
    const older = await serve({ tls: identity })
    closing.push(older.close)
    assert.deepEqual(await outcome(connected(`https://localhost:${older.port}`)), { data: answered })
    const both = await serve({ tls: identity, http2: true })
    closing.push(both.close)
    assert.deepEqual(await outcome(connected(`https://localhost:${both.port}`)), { data: answered })
    const client = createClient({ baseUrl: `https://localhost:${both.port}`, tls: { ca: authority.cert } })
    closing.push(client.close)
    assert.deepEqual(await outcome(client), { data: answered })
    assert.deepEqual(
      [older, both].map(({ seen }) => seen.map(({ version }) => version)),
      [["1.1"], ["2.0", "1.1"]]
    )
  })
})
