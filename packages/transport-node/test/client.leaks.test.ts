import { type ClientOptions, createClient } from "@leadline/transport-node"
import { afterEach, assert, it, vi } from "vitest"
import { issue } from "./fixtures/certificates.ts"
import { startProxy } from "./fixtures/proxy.ts"
import { answered, list, serve } from "./fixtures/service.ts"

const authority = issue("Test authority")
const identity = issue("service", ["localhost"], authority)
const tls = { ca: authority.cert }

const closing: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const ways: ReadonlyArray<readonly [string, ClientOptions, isProxied: boolean]> = [
  ["plain", {}, false],
  ["by TLS", { tls }, false],
  ["by HTTP/2", { tls, http2: true }, false],
  ["through a proxy", {}, true],
  ["by TLS through a proxy", { tls }, true],
  ["by HTTP/2 through a proxy", { tls, http2: true }, true]
]

it.each(ways)("aborts at random points leave nothing open: %s", async (_, options, isProxied) => {
  const isSecure = options.tls !== undefined
  const server = await serve({
    ...(isSecure && { tls: identity }),
    http2: options.http2 ?? false,
    answer: (request, response) =>
      void setTimeout(() => (request.socket.destroyed ? undefined : response.end(list)), Math.random() * 6)
  })
  const proxy = await startProxy()
  closing.push(server.close, proxy.close)
  const client = createClient({
    baseUrl: `${isSecure ? "https" : "http"}://localhost:${server.port}`,
    ...(isProxied && { proxy: `http://127.0.0.1:${proxy.port}` }),
    ...options
  })
  let left = 150
  const caller = async () => {
    while (left-- > 0) {
      const controller = new AbortController()
      const timer = setTimeout(() => controller.abort("mine"), Math.random() * 12)
      const outcome: unknown = await client.models
        .list({ signal: controller.signal })
        .catch((error: unknown) => error)
      clearTimeout(timer)
      if (outcome !== "mine") assert.deepEqual(outcome, answered)
    }
  }
  await Promise.all(Array.from({ length: 10 }, caller))
  assert.deepEqual(await client.models.list(), answered)
  await client.close()
  await vi.waitUntil(() => server.open() === 0 && proxy.open() === 0, { timeout: 20_000 })
})
