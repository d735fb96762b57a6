import { createClient } from "@leadline/transport-node"
import { assert, it } from "vitest"
import { setTimeout as sleep } from "node:timers/promises"
import { listen, whole } from "./fixtures/rawServer.ts"

const list = `{"object":"list","data":[]}`

const resources = () =>
  process.getActiveResourcesInfo().filter((name) => name === "Timeout" || name.startsWith("TCP"))

it("300 aborts at random points settle within 50 ms with their reason and leave nothing", async () => {
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
  let slowest = 0
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
    slowest = Math.max(slowest, performance.now() - at)
    assert.strictEqual(outcome, reason)
  }
  for (let round = 0; round < 30; round++) {
    await Promise.all(Array.from({ length: 10 }, (_, n) => one(round * 10 + n)))
  }
  assert.isAbove(aborted, 200)
  assert.isBelow(slowest, 50)
  await client.close()
  await sleep(50)
  assert.strictEqual(server.open(), 0)
  await server.close()
  await sleep(20)
  assert.isAtMost(resources().length, before)
})

it("an abort closes the socket of its call within 50 ms", async () => {
  const server = await listen(() => undefined)
  const client = createClient({ baseUrl: server.baseUrl })
  const controller = new AbortController()
  const call = client.models.list({ signal: controller.signal }).catch(() => undefined)
  while (server.requests() === 0) await sleep(5)
  controller.abort()
  await call
  await sleep(50)
  assert.strictEqual(server.open(), 0)
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
  const began = performance.now()
  controller.abort("mine")
  assert.strictEqual(await call, "mine")
  await sleep(40)
  assert.isBelow(performance.now() - began, 100)
  assert.strictEqual(server.open(), 0)
  const error: unknown = await client.models.list({ timeout: 200 }).catch((failure: unknown) => failure)
  assert.deepInclude(error as object, { _tag: "DeadlineExceededError", phase: "connect" })
  await client.close()
  await server.close()
})
