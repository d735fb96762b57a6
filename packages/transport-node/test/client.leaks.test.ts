import type { ClientOptions } from "@leadline/transport-node"
import { assert, it } from "vitest"
import { connected, identity, listed, tls, until } from "./fixtures/clients.ts"
import { startProxy } from "./fixtures/proxy.ts"
import { answered, list, serve } from "./fixtures/service.ts"

const ways: ReadonlyArray<readonly [string, ClientOptions, isProxied: boolean]> = [
  ["plain", {}, false],
  ["by TLS", { tls }, false],
  ["by HTTP/2", { tls, http2: true }, false],
  ["through a proxy", {}, true],
  ["by TLS through a proxy", { tls }, true],
  ["by HTTP/2 through a proxy", { tls, http2: true }, true]
]

it.each(ways)("aborts at random points leave nothing open: %s", async (_, options, isProxied) => {
  const server = await serve({
    ...(options.tls !== undefined && { tls: identity }),
    http2: options.http2 ?? false,
    answer: (request, response) =>
      void setTimeout(() => (request.socket.destroyed ? undefined : response.end(list)), Math.random() * 6)
  })
  const proxy = await startProxy()
  const client = connected({
    baseUrl: server.baseUrl,
    ...(isProxied && { proxy: proxy.url }),
    ...options
  })
  let left = 150
  const caller = async () => {
    while (left-- > 0) {
      const controller = new AbortController()
      const timer = setTimeout(() => controller.abort("mine"), Math.random() * 12)
      const outcome = await listed(client, { signal: controller.signal })
      clearTimeout(timer)
      if (outcome !== "mine") assert.deepEqual(outcome, answered)
    }
  }
  await Promise.all(Array.from({ length: 10 }, caller))
  assert.deepEqual(await listed(client), answered)
  await client.close()
  await until(() => server.open() === 0 && proxy.open() === 0)
})
