// What is particular to HTTP/2: how streams and connections break, and how connections are shared.
import { constants, type ServerHttp2Stream } from "node:http2"
import { assert, describe, it } from "vitest"
import { abortWhen, connected, identity, lateWhen, listed, tls, until } from "./fixtures/clients.ts"
import { answered, list, serve } from "./fixtures/service.ts"

type Respond = (stream: ServerHttp2Stream) => void

/** A server of HTTP/2 that handles each request as the test says. */
const speak = (respond: Respond) =>
  serve({ tls: identity, http2: true, answer: (_, response) => respond(Reflect.get(response, "stream")) })

const over = ({ baseUrl }: { readonly baseUrl: string }) => connected({ baseUrl, http2: true, tls })

const answer = (stream: ServerHttp2Stream) => {
  stream.respond({ ":status": 200, "content-type": "application/json" })
  stream.end(list)
}

/** Begins a body, and then breaks it. */
const cut =
  (then: (stream: ServerHttp2Stream) => void, fields = {}): Respond =>
  (stream) => {
    stream.respond({ ":status": 200, "content-type": "application/json", ...fields })
    stream.write("{", () => setImmediate(then, stream))
  }

const reset = (stream: ServerHttp2Stream) => stream.close(constants.NGHTTP2_INTERNAL_ERROR)
const destroy = (stream: ServerHttp2Stream) => stream.session?.destroy()
const goAway = (stream: ServerHttp2Stream) => stream.session?.goaway(constants.NGHTTP2_NO_ERROR)

const connection = (phase: string, reason: string) => ({
  _tag: "ConnectionError",
  phase,
  reason,
  sent: true,
  attempts: 3
})
const invalid = (reason: string) => ({ _tag: "InvalidResponseError", reason, attempts: 1 })

const rows: ReadonlyArray<readonly [string, Respond, object]> = [
  ["closed without a byte", destroy, connection("headers", "closed")],
  [
    "reset in a body of declared length",
    cut(reset, { "content-length": "99" }),
    connection("body", "protocol")
  ],
  // Undici shows this one as an end, so only what should have come shows it.
  ["reset in a body of unknown length", cut(reset), invalid("json")],
  [
    "103 and GOAWAY, then the answer",
    (stream) => {
      stream.additionalHeaders({ ":status": 103 })
      goAway(stream)
      setImmediate(answer, stream)
    },
    answered
  ]
]

describe("over HTTP/2", () => {
  it.each(rows)("%s", async (_, respond, wanted) => {
    const server = await speak(respond)
    assert.deepInclude(await listed(over(server)), wanted)
    if ("attempts" in wanted) assert.strictEqual(server.seen.length, wanted.attempts)
  })

  it("GOAWAY and silence ends at the deadline", async () => {
    const { baseUrl, seen } = await speak(goAway)
    const error = await lateWhen({ baseUrl, http2: true, tls }, () => seen.length === 1)
    assert.deepInclude(error, { _tag: "DeadlineExceededError", phase: "headers", sent: true, attempts: 1 })
    assert.lengthOf(seen, 1)
  })

  it("a refused request, which the server did not begin, is tried once more for each attempt", async () => {
    const server = await speak((stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM))
    assert.deepInclude(await listed(over(server)), connection("headers", "reset"))
    assert.strictEqual(server.seen.length, 6)
  })

  it("one connection carries many requests, and outlives an abort of one, which reaches the server", async () => {
    const held: Array<ServerHttp2Stream> = []
    let closed = 0
    const server = await speak((stream) => {
      stream.on("close", () => closed++)
      held.push(stream)
    })
    const client = over(server)
    await abortWhen(client, () => held.length === 1)
    await until(() => closed === 1)
    const calls = Array.from({ length: 30 }, () => listed(client))
    await until(() => held.length === 31)
    for (const stream of held.slice(1)) answer(stream)
    for (const one of await Promise.all(calls)) assert.deepEqual(one, answered)
    assert.strictEqual(server.accepted(), 1)
    await client.close()
    await until(() => server.open() === 0)
  })
})

it("HTTP/2 is not asked of a server that speaks HTTP/1.1 alone, nor by a client that is not configured to", async () => {
  const [older, both] = [await serve({ tls: identity }), await serve({ tls: identity, http2: true })]
  const clients = [over(older), over(both), connected({ baseUrl: both.baseUrl, tls })]
  for (const client of clients) assert.deepEqual(await listed(client), answered)
  const versions = [older, both].map(({ seen }) => seen.map(({ version }) => version))
  assert.deepEqual(versions, [["1.1"], ["2.0", "1.1"]])
})
