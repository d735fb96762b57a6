// Socket limits of the server are the documented ones, whatever the flags of the process.
import * as ServerSettings from "@leadline/core/server-settings"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Http from "node:http"
import * as Net from "node:net"
import { afterAll, assert, expect, it, vi } from "vitest"
import { startServer } from "../../src/index.ts"

const listen = vi.spyOn(Net.Server.prototype, "listen")
afterAll(() => listen.mockRestore())

/** What a server that listens has of Node's settings. */
const settingsOf = (settings: Layer.Layer<never> = Layer.empty) =>
  Effect.map(startServer(), () => {
    const server: unknown = listen.mock.contexts.at(-1)
    if (!(server instanceof Http.Server)) return assert.fail("nothing listens")
    const options = Object.getOwnPropertySymbols(server).map((symbol) => Reflect.get(server, symbol))
    const upgrades = server.listenerCount("upgrade")
    return Object.assign({ upgrades }, server, ...options.filter((one) => typeof one === "object"))
  }).pipe(Effect.provide(settings), Effect.scoped, Effect.runPromise)

it("bounds heads, requests and connections, closes what is idle, parses strictly and never upgrades", async () => {
  expect(await settingsOf()).toMatchObject({
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
    maxHeaderSize: 16_384,
    // The number of headers is left to its own gate, whose answer is the same on every Node.
    maxHeadersCount: null,
    upgrades: 0
  })
})

it.each([
  [1, 10_001],
  [120_000, 130_000],
  [Number.POSITIVE_INFINITY, 0]
])(
  "with %d ms for bodies Node waits for the head as well, %i ms in all",
  async (bodyTimeout, requestTimeout) => {
    expect(await settingsOf(ServerSettings.layer({ bodyTimeout }))).toMatchObject({ requestTimeout })
  }
)
