import { createClient } from "@leadline/transport-node"
import { afterEach, assert, describe, it, vi } from "vitest"
import dns from "node:dns"
import * as blackHole from "./fixtures/blackHole.ts"
import { listen, whole } from "./fixtures/rawServer.ts"
import { answered, list, serve } from "./fixtures/service.ts"

const closing: Array<() => unknown> = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closing.splice(0).toReversed()) await close()
})

// Elsewhere 127.0.0.2 is no address of the machine.
const isLinux = process.platform === "linux"

const connected = (baseUrl: string) => {
  const client = createClient({ baseUrl })
  closing.push(client.close)
  return client
}

const sockets = () =>
  process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap" || name === "TCPWrap").length

type Client = ReturnType<typeof connected>

/** Aborts a call once it is where it should be; gives the milliseconds until it settled. */
const aborted = async (client: Client, isThere: () => boolean): Promise<number> => {
  const controller = new AbortController()
  const call = client.models.list({ signal: controller.signal }).catch((error: unknown) => error)
  await vi.waitUntil(isThere, { timeout: 10_000 })
  const began = performance.now()
  controller.abort("mine")
  assert.strictEqual(await call, "mine")
  return performance.now() - began
}

const late = (client: Client) => client.models.list({ timeout: 300 }).catch((error: unknown) => error)

describe("looking up", () => {
  it("a lookup without end is left at the deadline or an abort", async () => {
    const lookup = vi.spyOn(dns, "lookup").mockImplementation(() => undefined)
    const before = sockets()
    const client = connected("http://service.example")
    assert.deepInclude((await late(client)) as object, {
      _tag: "DeadlineExceededError",
      phase: "dns",
      sent: false
    })
    assert.isBelow(await aborted(client, () => lookup.mock.calls.length === 2), 1_000)
    await vi.waitUntil(() => sockets() <= before, { timeout: 10_000 })
  })

  it.runIf(isLinux)("a dead address among several costs at most half a second", async () => {
    const server = await serve()
    const dead = await blackHole.open(server.port)
    closing.push(server.close, dead.close)
    vi.spyOn(dns, "lookup").mockImplementation(((
      _: string,
      __: object,
      done: (...found: [null, object]) => void
    ) =>
      process.nextTick(done, null, [
        { address: dead.host, family: 4 },
        { address: "127.0.0.1", family: 4 }
      ])) as never)
    const client = connected(`http://service.example:${server.port}`)
    const began = performance.now()
    assert.deepEqual(await client.models.list(), answered)
    const took = performance.now() - began
    assert.isAbove(took, 200)
    // 250 ms and the rest of the machine's work.
    assert.isBelow(took, 5_000)
  })
})

describe("connecting", () => {
  it.runIf(isLinux)("into a black hole ends at the deadline or an abort, and frees its socket", async () => {
    const dead = await blackHole.open()
    closing.push(dead.close)
    const before = sockets()
    const client = connected(`http://${dead.host}:${dead.port}`)
    assert.deepInclude((await late(client)) as object, {
      _tag: "DeadlineExceededError",
      phase: "connect",
      sent: false
    })
    await vi.waitUntil(() => sockets() <= before, { timeout: 10_000 })
    assert.isBelow(await aborted(client, () => sockets() > before), 1_000)
    await vi.waitUntil(() => sockets() <= before, { timeout: 10_000 })
  })

  it("for one leaves at once though others still connect", async () => {
    const server = await listen(
      () => undefined,
      (socket) => socket.resume()
    )
    closing.push(server.close)
    const client = connected(server.baseUrl.replace("http:", "https:"))
    const other = client.models.list({ timeout: 10_000 }).catch((error: unknown) => error)
    await aborted(client, () => server.open() === 2)
    await vi.waitUntil(() => server.open() === 1, { timeout: 10_000 })
    await client.close()
    assert.instanceOf(await other, Error)
    await vi.waitUntil(() => server.open() === 0, { timeout: 10_000 })
  })
})

describe("a connection made", () => {
  const respond: ReadonlyArray<readonly [string, string | undefined]> = [
    ["before the head", undefined],
    ["within the head", "HTTP/1.1 200 OK\r\n"],
    ["within the body", "HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"]
  ]
  it.each(respond)("%s is closed by an abort", async (_, bytes) => {
    const server = await listen((socket) => bytes !== undefined && socket.write(bytes))
    closing.push(server.close)
    const client = connected(server.baseUrl)
    assert.isBelow(await aborted(client, () => server.requests() === 1), 1_000)
    await vi.waitUntil(() => server.open() === 0, { timeout: 10_000 })
  })
})

describe("idle connections", () => {
  // More of them with LEADLINE_STALE_CALLS=10000.
  const calls = Number(process.env["LEADLINE_STALE_CALLS"] ?? 500)

  it(
    `a server that closes them at random fails none of ${calls} safe calls`,
    { timeout: 600_000 },
    async () => {
      const server = await listen((socket, n) => {
        socket.write(whole(list))
        const { bytesRead } = socket
        // Closed unless it is used again by then: sometimes just as the next request comes in.
        setTimeout(() => socket.bytesRead === bytesRead && socket.destroy(), (n * 7919) % 5)
      })
      closing.push(server.close)
      const client = connected(server.baseUrl)
      let left = calls
      let retried = 0
      const caller = async () => {
        while (left-- > 0) {
          const { data, response } = await client.models.list().withResponse()
          assert.deepEqual(data, answered)
          if ((response?.attempts ?? 1) > 1) retried++
          if (left % 3 === 0) await new Promise((resolve) => setTimeout(resolve, Math.abs(left) % 7))
        }
      }
      await Promise.all(Array.from({ length: 8 }, caller))
      assert.isAtLeast(server.requests(), calls)
      assert.isBelow(retried, calls / 2)
    }
  )
})
