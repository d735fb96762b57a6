import { createClient } from "@leadline/transport-node"
import { afterEach, assert, describe, it, onTestFinished, vi } from "vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Agent, type Dispatcher } from "@effect/platform-node/Undici"
import { abortWhen, connected, failure, listed, outcome, until } from "./fixtures/clients.ts"
import { answered, list, serve } from "./fixtures/service.ts"

afterEach(() => void vi.restoreAllMocks())

/** A server that holds its answers back until released. */
const holding = async () => {
  const held: Array<() => void> = []
  const started = await serve({ answer: (_, response) => void held.push(() => response.end(list)) })
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
    const few = [listed(client), listed(client)]
    await until(() => server.held() === 2)
    assert.strictEqual(warn.mock.calls.length, 0)
    const many = [...few, listed(client), listed(client)]
    server.release()
    await until(() => server.held() === 2)
    server.release()
    for (const outcomes of await Promise.all(many)) assert.deepEqual(outcomes, answered)
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
    const first = listed(client)
    await until(() => server.held() === 1)
    const second = abortWhen(client, () => true)
    const third = listed(client)
    await second
    server.release()
    await first
    await until(() => server.held() === 1)
    server.release()
    assert.deepEqual(await third, answered)
    assert.strictEqual(server.seen.length, 2)
    assert.strictEqual(server.accepted(), 1)
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
    const baseUrl = "http://service.example"
    assert.deepEqual(await outcome({ baseUrl, pool: { socketPath: path } }), answered)
    assert.deepEqual(
      server.seen.map(({ host }) => host),
      ["service.example"]
    )
    const lost = await failure({ baseUrl, pool: { socketPath: `${path}.not` }, maxRetries: 0 })
    assert.deepInclude(lost as object, { _tag: "ConnectionError", phase: "connect", sent: false })
  })

  it("closes every connection with its client, busy ones too", async () => {
    const server = await holding()
    const client = connected({ baseUrl: server.baseUrl })
    const calls = Array.from({ length: 5 }, () => listed(client))
    await until(() => server.held() === 5)
    await client.close()
    await until(() => server.open() === 0)
    for (const one of await Promise.all(calls)) assert.instanceOf(one, Error)
  })
})

describe("a dispatcher of one's own", () => {
  const baseUrl = "http://service.example"

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
    await abortWhen(connected({ baseUrl, dispatcher }), () => begins.length === 1)
    begins[0]?.()
    assert.strictEqual(aborted.mock.calls.length, 1)
    const throwing = {
      dispatch: () => {
        throw Object.assign(new Error("no"), { code: "ECONNREFUSED" })
      }
    }
    const error = await failure({ baseUrl, maxRetries: 0, dispatcher: throwing })
    assert.deepInclude(error as object, { _tag: "ConnectionError", reason: "refused", sent: false })
  })

  it("goes with no option that it would pass over, nor a proxy with a Unix socket", () => {
    const dispatcher = new Agent()
    for (const other of [{ http2: true }, { pool: {} }, { proxy: "env" }, { tls: {} }]) {
      assert.throws(() => createClient({ baseUrl, dispatcher, ...other }), TypeError, /^dispatcher: /)
    }
    const pool = { socketPath: "/x" }
    assert.throws(() => createClient({ baseUrl, proxy: "http://p:1", pool }), TypeError, /^proxy: /)
  })
})
