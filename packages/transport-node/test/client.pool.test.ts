// The connections of a client: how many, how long, where to, and whose.
import { createClient } from "@leadline/transport-node"
import dns from "node:dns"
import { afterEach, assert, describe, it, onTestFinished, vi } from "vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setImmediate } from "node:timers/promises"
import { Agent, type Dispatcher } from "@effect/platform-node/Undici"
import { abortWhen, connected, failure, lateWhen, listed, outcome, until } from "./fixtures/clients.ts"
import { listen, whole } from "./fixtures/rawServer.ts"
import { answered, list, serve } from "./fixtures/service.ts"

afterEach(() => void vi.restoreAllMocks())

const baseUrl = "http://service.example"

const asked = { model: "sonar", messages: [{ role: "user", content: "?" }] } as const
const done = { id: "c1", model: "sonar", created: 1, object: "chat.completion.done", choices: [] }

/** A server that holds its answers back until released. */
const holding = async () => {
  const held: Array<() => void> = []
  const started = await serve({ answer: (_, response) => void held.push(() => response.end(list)) })
  const release = () => {
    for (const answer of held.splice(0)) answer()
  }
  return { ...started, held: () => held.length, release }
}

describe("the pool", () => {
  it("has as many connections as allowed, warns once when full, and serves who waits, not who has left", async () => {
    const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined)
    const server = await holding()
    const client = connected({ baseUrl: server.baseUrl, pool: { connections: 2 } })
    const few = [listed(client), listed(client)]
    await until(() => server.held() === 2)
    assert.strictEqual(warn.mock.calls.length, 0)
    await abortWhen(client, () => true)
    const many = [...few, listed(client), listed(client)]
    for (let round = 0; round < 2; round++) {
      await until(() => server.held() === 2)
      server.release()
    }
    for (const outcomes of await Promise.all(many)) assert.deepEqual(outcomes, answered)
    assert.deepEqual([server.accepted(), server.seen.length], [2, 4])
    assert.deepEqual(
      warn.mock.calls.map(([, options]) => options),
      [{ type: "LeadlineWarning", code: "LEADLINE_POOL_FULL" }]
    )
  })

  it("uses a connection again after a whole stream", async () => {
    const server = await serve({
      answer: (_, response) => {
        response.setHeader("content-type", "text/event-stream")
        response.write(`data: ${JSON.stringify(done)}\n\ndata: [DONE]\n\n`)
        void setImmediate().then(() => response.end())
      }
    })
    const client = connected({ baseUrl: server.baseUrl })
    for (let round = 0; round < 5; round++)
      for await (const event of client.chat.stream(asked)) assert.deepEqual<object>(event, done)
    assert.isAtMost(server.accepted(), 2)
  })

  it("closes an idle connection after the time configured, and makes another one", async () => {
    const server = await serve()
    const client = connected({ baseUrl: server.baseUrl, pool: { idle: "100 millis", idleMax: 100 } })
    assert.deepEqual(await listed(client), answered)
    await vi.waitUntil(() => server.open() === 0, { timeout: 10_000 })
    assert.deepEqual(await listed(client), answered)
  })

  it("connects to a Unix socket", async () => {
    const directory = mkdtempSync(join(tmpdir(), "leadline-"))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const path = join(directory, "service.sock")
    const server = await serve({ at: { path } })
    assert.deepEqual(await outcome({ baseUrl, pool: { socketPath: path } }), answered)
    assert.strictEqual(server.seen[0]?.host, "service.example")
    const lost = await failure({ baseUrl, pool: { socketPath: `${path}.not` }, maxRetries: 0 })
    assert.deepInclude(lost as object, { _tag: "ConnectionError", phase: "connect", sent: false })
  })

  it("replaces a connection that the server closes as the next safe call is sent, and fails no call", async () => {
    // The first request of each connection is answered, the second finds it closed.
    const used = new WeakSet()
    const server = await listen((socket) => {
      if (used.has(socket)) socket.destroy()
      else socket.write(whole(list))
      used.add(socket)
    })
    const client = connected({ baseUrl: server.baseUrl })
    for (let call = 0; call < 4; call++) {
      const { data, response } = await client.models.list().withResponse()
      assert.deepEqual(data, answered)
      assert.strictEqual(response.attempts, call === 0 ? 1 : 2)
      await setImmediate()
    }
    assert.strictEqual(server.requests(), 7)
  })

  it("leaves a lookup without end at the deadline or an abort", async () => {
    const lookup = vi.spyOn(dns, "lookup").mockImplementation(() => undefined)
    const error = await lateWhen({ baseUrl }, () => lookup.mock.calls.length === 1)
    assert.deepInclude(error, { _tag: "DeadlineExceededError", phase: "dns", sent: false })
    await abortWhen(connected({ baseUrl }), () => lookup.mock.calls.length === 2)
  })

  it("closes every connection with its client: idle, busy, and while it is made", async () => {
    const [server, deaf] = [await holding(), await listen(() => undefined)]
    const client = connected({ baseUrl: server.baseUrl })
    const connecting = connected({ baseUrl: deaf.secureUrl })
    const calls = [listed(client), listed(client), listed(connecting, { timeout: Infinity })]
    await until(() => server.held() === 2)
    // A connection for one leaves at once though others still connect.
    await abortWhen(connecting, () => deaf.open() === 2)
    await until(() => deaf.open() === 1)
    await Promise.all([client.close(), connecting.close()])
    await until(() => server.open() === 0 && deaf.open() === 0)
    for (const one of await Promise.all(calls)) assert.instanceOf(one, Error)
  })
})

describe("a dispatcher of one's own", () => {
  it("carries every request, and outlives the client", async () => {
    const server = await serve()
    const agent = new Agent({ connections: 1 })
    onTestFinished(() => agent.destroy())
    const paths: Array<string> = []
    const dispatcher = agent.compose((dispatch) => (options: Dispatcher.DispatchOptions, handler) => {
      paths.push(options.path)
      return dispatch(options, handler)
    })
    const client = connected({ baseUrl: server.baseUrl, dispatcher })
    assert.deepEqual(await listed(client), answered)
    await client.close()
    assert.deepEqual(paths, ["/v1/models"])
    assert.isFalse(agent.closed || agent.destroyed)
  })

  it("goes with no option that it would pass over, nor a proxy with a Unix socket", () => {
    const dispatcher = new Agent()
    for (const other of [{ http2: true }, { pool: {} }, { proxy: "env" }, { tls: {} }])
      assert.throws(() => createClient({ baseUrl, dispatcher, ...other }), TypeError, /^dispatcher: /)
    const pool = { socketPath: "/x" }
    assert.throws(() => createClient({ baseUrl, proxy: "http://p:1", pool }), TypeError, /^proxy: /)
  })
})
