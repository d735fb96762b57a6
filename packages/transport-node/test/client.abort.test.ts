import { createClient } from "@leadline/transport-node"
import { assert, it, vi } from "vitest"
import { setTimeout as sleep } from "node:timers/promises"
import { listen, whole } from "./fixtures/rawServer.ts"

const list = `{"object":"list","data":[]}`

const resources = () =>
  process.getActiveResourcesInfo().filter((name) => name === "Timeout" || name.startsWith("TCP"))

it("300 aborts at random points settle at once with their reason and leave nothing", async () => {
  const before = resources().length
  // Each request meets something else: silence, half a head, half a body, a wait, an answer.
  const server = await listen((socket, n) => {
    switch (n % 5) {
      case 0:
        return
      case 1:
        socket.write("HTTP/1.1 200 OK\r\n")
        return
      case 2:
        socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n{`)
        return
      case 3:
        socket.write(whole("", "HTTP/1.1 503 Busy", "retry-after: 30"))
        return
      default:
        setTimeout(() => socket.write(whole(list)), 5)
    }
  })
  const client = createClient({ baseUrl: server.baseUrl })
  const waits: Array<number> = []
  let aborted = 0
  const one = async (n: number) => {
    const controller = new AbortController()
    const reason = { n }
    let at = Infinity
    const timer = setTimeout(
      () => {
        at = performance.now()
        controller.abort(reason)
      },
      (n * 7) % 23
    )
    const outcome: unknown = await client.models
      .list({ signal: controller.signal })
      .catch((error: unknown) => error)
    clearTimeout(timer)
    if (!controller.signal.aborted) return
    aborted++
    waits.push(performance.now() - at)
    assert.strictEqual(outcome, reason)
  }
  for (let round = 0; round < 30; round++) {
    await Promise.all(Array.from({ length: 10 }, (_, n) => one(round * 10 + n)))
  }
  assert.isAbove(aborted, 200)
  // The half that the machine's other work does not hold up.
  assert.isBelow(waits.toSorted((a, b) => a - b)[waits.length >> 1] ?? Infinity, 50)
  await client.close()
  await vi.waitUntil(() => server.open() === 0, { timeout: 10_000 })
  await server.close()
  await vi.waitUntil(() => resources().length <= before, { timeout: 10_000 })
})

it("an abort closes the socket of its call", async () => {
  const server = await listen(() => undefined)
  const client = createClient({ baseUrl: server.baseUrl })
  const controller = new AbortController()
  const call = client.models.list({ signal: controller.signal }).catch(() => undefined)
  while (server.requests() === 0) await sleep(5)
  controller.abort()
  await call
  await vi.waitUntil(() => server.open() === 0, { timeout: 10_000 })
  await client.close()
  await server.close()
})

it("an abort while connecting gives the connection up, and the client still works", async () => {
  const { promise: accepted, resolve: accept } = Promise.withResolvers<void>()
  const server = await listen(
    (socket) => socket.write(whole(list)),
    (socket) => {
      accept()
      socket.resume()
    }
  )
  const client = createClient({ baseUrl: server.baseUrl.replace("http:", "https:") })
  const controller = new AbortController()
  const call = client.models.list({ signal: controller.signal }).catch((error: unknown) => error)
  await accepted
  controller.abort("mine")
  assert.strictEqual(await call, "mine")
  await vi.waitUntil(() => server.open() === 0, { timeout: 10_000 })
  const error: unknown = await client.models.list({ timeout: 200 }).catch((failure: unknown) => failure)
  assert.deepInclude(error as object, { _tag: "DeadlineExceededError", phase: "tls" })
  await client.close()
  await server.close()
})
