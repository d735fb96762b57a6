import { type ClientOptions, createClient } from "@leadline/transport-node"
import { afterEach, assert, describe, it, vi } from "vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Agent, type Dispatcher } from "@effect/platform-node/Undici"
import { answered, list, type Listening, serve } from "./fixtures/service.ts"

const closing: Array<() => unknown> = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closing.splice(0).toReversed()) await close()
})

const service = async (options?: Listening) => {
  const started = await serve(options)
  closing.push(started.close)
  return { ...started, baseUrl: `http://127.0.0.1:${started.port}` }
}

const connected = (options: ClientOptions) => {
  const client = createClient(options)
  closing.push(client.close)
  return client
}

/** A server that holds its answers back until released. */
const holding = async () => {
  const held: Array<() => void> = []
  const started = await service({ answer: (_, response) => void held.push(() => response.end(list)) })
  return {
    ...started,
    held: () => held.length,
    release: () => {
      for (const answer of held.splice(0)) answer()
    }
  }
}

describe("the pool", () => {
  it("takes as many connections as allowed, warns once when full, and serves who waits", async () => {
    const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined)
    const server = await holding()
    const client = connected({ baseUrl: server.baseUrl, pool: { connections: 2 } })
    const call = () => client.models.list()
    const few = [call(), call()]
    await vi.waitUntil(() => server.held() === 2, { timeout: 10_000 })
    assert.strictEqual(warn.mock.calls.length, 0)
    const many = [...few, call(), call()]
    await sleep(50)
    assert.strictEqual(server.held(), 2)
    server.release()
    await vi.waitUntil(() => server.held() === 2, { timeout: 10_000 })
    server.release()
    assert.deepEqual(
      await Promise.all(many),
      many.map(() => answered)
    )
    assert.strictEqual(server.accepted(), 2)
    assert.deepEqual(
      warn.mock.calls.map(([, options]) => options),
      [{ type: "LeadlineWarning", code: "LEADLINE_POOL_FULL" }]
    )
  })

  it("gives the place of an aborted request to the next that waits", async () => {
    vi.spyOn(process, "emitWarning").mockImplementation(() => undefined)
    const server = await holding()
    const client = connected({ baseUrl: server.baseUrl, pool: { connections: 1 } })
    const first = client.models.list()
    await vi.waitUntil(() => server.held() === 1, { timeout: 10_000 })
    const controller = new AbortController()
    const second = client.models.list({ signal: controller.signal }).catch((error: unknown) => error)
    const third = client.models.list()
    controller.abort("mine")
    assert.strictEqual(await second, "mine")
    server.release()
    await first
    await vi.waitUntil(() => server.held() === 1, { timeout: 10_000 })
    server.release()
    assert.deepEqual(await third, answered)
    assert.strictEqual(server.seen.length, 2)
    assert.strictEqual(server.accepted(), 1)
  })

  it("keeps a connection as long as configured", async () => {
    const server = await service()
    const client = connected({ baseUrl: server.baseUrl, pool: { idle: "200 millis", idleMax: 200 } })
    await client.models.list()
    assert.strictEqual(server.open(), 1)
    await vi.waitUntil(() => server.open() === 0, { timeout: 10_000 })
    assert.deepEqual(await client.models.list(), answered)
  })

  it("connects to a Unix socket", async () => {
    const directory = mkdtempSync(join(tmpdir(), "leadline-"))
    closing.push(() => rmSync(directory, { recursive: true }))
    const socketPath = join(directory, "service.sock")
    const server = await service({ at: { path: socketPath } })
    const client = connected({ baseUrl: "http://service.example", pool: { socketPath } })
    assert.deepEqual(await client.models.list(), answered)
    assert.deepEqual(
      server.seen.map(({ host }) => host),
      ["service.example"]
    )
    const lost = connected({ baseUrl: "http://service.example", pool: { socketPath: `${socketPath}.not` } })
    const error: unknown = await lost.models.list({ maxRetries: 0 }).catch((failure: unknown) => failure)
    assert.deepInclude(error as object, { _tag: "ConnectionError", phase: "connect", sent: false })
  })

  it("of no connections or no time is refused when the client is made", () => {
    for (const pool of [{ connections: 0 }, { pipelining: Number.NaN }, { idle: 0 }, { idleMax: Infinity }]) {
      const made = () => createClient({ baseUrl: "http://localhost", pool })
      assert.throws(made, TypeError, /^pool\.\w+: expected (an integer from 1|positive milliseconds)/)
    }
  })

  it("closes every connection with its client, busy ones too", async () => {
    const server = await holding()
    const client = connected({ baseUrl: server.baseUrl })
    const calls = Array.from({ length: 5 }, () => client.models.list().catch((error: unknown) => error))
    await vi.waitUntil(() => server.held() === 5, { timeout: 10_000 })
    await client.close()
    await vi.waitUntil(() => server.open() === 0, { timeout: 10_000 })
    for (const outcome of await Promise.all(calls)) assert.instanceOf(outcome, Error)
  })
})

describe("a dispatcher of one's own", () => {
  it("carries every request, and outlives the client", async () => {
    const server = await service()
    const agent = new Agent({ connections: 1 })
    closing.push(() => agent.destroy())
    const paths: Array<string> = []
    const dispatcher = agent.compose((dispatch) => (options: Dispatcher.DispatchOptions, handler) => {
      paths.push(options.path)
      return dispatch(options, handler)
    })
    const client = createClient({ baseUrl: server.baseUrl, dispatcher })
    assert.deepEqual(await client.models.list(), answered)
    await client.close()
    assert.deepEqual(paths, ["/v1/models"])
    assert.isFalse(agent.closed || agent.destroyed)
    assert.strictEqual(server.open(), 1)
  })

  it("may be aborted before it begins, and may throw", async () => {
    const begins: Array<() => void> = []
    const aborted = vi.fn<() => void>()
    const dispatcher: Pick<Dispatcher, "dispatch"> = {
      dispatch: (_, handler) => {
        const controller = { abort: aborted } as unknown as Dispatcher.DispatchController
        begins.push(() => handler.onRequestStart?.(controller, null))
        return true
      }
    }
    const client = connected({ baseUrl: "http://service.example", dispatcher })
    const controller = new AbortController()
    const call = client.models.list({ signal: controller.signal }).catch((error: unknown) => error)
    await vi.waitUntil(() => begins.length === 1)
    controller.abort("mine")
    assert.strictEqual(await call, "mine")
    begins[0]?.()
    assert.strictEqual(aborted.mock.calls.length, 1)
    const throwing = connected({
      baseUrl: "http://service.example",
      dispatcher: {
        dispatch: () => {
          throw Object.assign(new Error("no"), { code: "ECONNREFUSED" })
        }
      }
    })
    const error: unknown = await throwing.models.list({ maxRetries: 0 }).catch((failure: unknown) => failure)
    assert.deepInclude(error as object, { _tag: "ConnectionError", reason: "refused", sent: false })
  })

  it("goes with no option that it would pass over, nor a proxy with a Unix socket", () => {
    const dispatcher = new Agent()
    const baseUrl = "http://localhost"
    for (const other of [{ http2: true }, { pool: {} }, { proxy: "env" }, { tls: {} }]) {
      assert.throws(() => createClient({ baseUrl, dispatcher, ...other }), TypeError, /^dispatcher: /)
    }
    assert.throws(
      () => createClient({ baseUrl, proxy: "http://p:1", pool: { socketPath: "/x" } }),
      TypeError,
      /^proxy: /
    )
  })
})
