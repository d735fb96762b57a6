// Socket limits of the server are the documented ones, whatever the flags of the process.
import * as ServerSettings from "@leadline/core/server-settings"
import * as Effect from "effect/Effect"
import * as Http from "node:http"
import * as Net from "node:net"
import { afterAll, assert, expect, it, vi } from "vitest"
import { startServer } from "../../src/index.ts"

const listen = vi.spyOn(Net.Server.prototype, "listen")
afterAll(() => listen.mockRestore())

// Node waits for the head as well as for the body.
it.each([
  [60_000, 70_000],
  [1, 10_001],
  [Number.POSITIVE_INFINITY, 0]
])(
  "heads, connections and requests are bounded: with %d ms for bodies to %i ms in all",
  async (bodyTimeout, requestTimeout) => {
    await Effect.runPromise(
      startServer().pipe(Effect.provide(ServerSettings.layer({ bodyTimeout })), Effect.scoped)
    )
    const server: unknown = listen.mock.contexts.at(-1)
    if (!(server instanceof Http.Server)) return assert.fail("nothing listens")
    const options = Object.getOwnPropertySymbols(server).map((symbol) => Reflect.get(server, symbol))
    assert.strictEqual(server.listenerCount("upgrade"), 0)
    expect(Object.assign({}, server, ...options.filter((one) => typeof one === "object"))).toMatchObject({
      headersTimeout: 10_000,
      requestTimeout,
      keepAliveTimeout: 65_000,
      maxRequestsPerSocket: 1_000,
      maxConnections: 10_001,
      // Answers are cut by progress, not by the clock.
      timeout: 0,
      insecureHTTPParser: false,
      maxHeaderSize: 16_384,
      // The number of headers is left to its own gate, whose answer is the same on every Node.
      maxHeadersCount: null
    })
    return undefined
  }
)
