// Socket limits of the server are the documented ones, whatever the flags of the process.
import * as ServerSettings from "@leadline/core/server-settings"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Http from "node:http"
import * as Net from "node:net"
import { afterAll, assert, describe, expect, it, vi } from "vitest"
import { startServer } from "../../src/index.ts"

const listen = vi.spyOn(Net.Server.prototype, "listen")
afterAll(() => listen.mockRestore())

/** What stands behind a server that listens. */
const started = (use: (server: Http.Server) => void, settings: Layer.Layer<never> = Layer.empty) =>
  Effect.runPromise(
    Effect.scoped(
      Effect.andThen(startServer(), () =>
        Effect.sync(() => {
          const server: unknown = listen.mock.contexts.at(-1)
          if (!(server instanceof Http.Server)) return assert.fail("nothing listens")
          return use(server)
        })
      )
    ).pipe(Effect.provide(settings))
  )

describe("a server without settings", () => {
  it("bounds heads, requests and connections, closes what is idle, parses strictly and never upgrades", () =>
    started((server) => {
      const options = Object.getOwnPropertySymbols(server).map((symbol) => Reflect.get(server, symbol))
      expect(Object.assign({}, server, ...options.filter((one) => typeof one === "object"))).toMatchObject({
        headersTimeout: 10_000,
        requestTimeout: 70_000,
        keepAliveTimeout: 65_000,
        maxRequestsPerSocket: 1_000,
        maxConnections: 10_001,
        // Answers are cut by progress, not by the clock.
        timeout: 0,
        // Slow clients are looked for every second.
        connectionsCheckingInterval: 1_000,
        insecureHTTPParser: false,
        maxHeaderSize: 16_384
      })
      // The number of headers is left to its own gate, whose answer is the same on every Node.
      assert.isTrue(server.maxHeadersCount === null || server.maxHeadersCount === undefined)
      assert.strictEqual(server.listenerCount("upgrade"), 0)
    }))
})

describe("a server with another time for bodies", () => {
  it.each([
    [1, 10_001],
    [120_000, 130_000],
    [0.5, 10_001],
    [Number.POSITIVE_INFINITY, 0]
  ])("%d ms: Node waits for the head as well, %i ms in all", (bodyTimeout, requestTimeout) =>
    started(
      (server) => assert.strictEqual(server.requestTimeout, requestTimeout),
      ServerSettings.layer({ bodyTimeout })
    )
  )
})
