// Pages of the web are read at public addresses only: names are resolved and checked for every connection.
import { assert, describe, it } from "@effect/vitest"
import { Transport } from "@leadline/core/transport"
import * as Effect from "effect/Effect"
import { createServer } from "node:http"
import { isPublicHost } from "../../src/engines/allowedAddresses.ts"
import { webPages } from "../../src/engines/transport.ts"

const listen = Effect.acquireRelease(
  Effect.callback<{ readonly port: number; readonly seen: () => number; readonly close: () => void }>(
    (resume) => {
      let requests = 0
      const server = createServer((_, response) => {
        requests++
        response.end("private")
      })
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        const port = typeof address === "object" && address !== null ? address.port : 0
        resume(Effect.succeed({ port, seen: () => requests, close: () => server.close() }))
      })
    }
  ),
  ({ close }) => Effect.sync(close)
)

describe("pages of the web", () => {
  it.effect("are not read at a name that resolves to a private address", () =>
    Effect.gen(function* () {
      const { port, seen } = yield* listen
      const transport = yield* Transport
      const outcome = yield* Effect.callback<string>((resume) => {
        transport.send(
          { method: "GET", url: `http://localhost:${port}/`, headers: {}, body: undefined },
          {
            onPhase: () => undefined,
            onHead: (status) => resume(Effect.succeed(`head ${status}`)),
            onBytes: () => true,
            onEnd: () => undefined,
            onError: () => resume(Effect.succeed("refused"))
          }
        )
      })
      assert.deepStrictEqual([outcome, seen()], ["refused", 0])
    }).pipe(Effect.provide(webPages.transport), Effect.scoped)
  )

  it.each([
    "127.0.0.1",
    "localhost",
    "x.localhost",
    "10.1.2.3",
    "169.254.169.254",
    "[::1]",
    "[::ffff:7f00:1]",
    "[fd00::1]",
    "[64:ff9b::a00:1]",
    "[2002:7f00:1::]"
  ])("are not at %s", (host) => {
    assert.isFalse(isPublicHost(host))
  })

  it.each(["a.example", "93.184.216.34", "[2606:2800:220:1::1]"])("may be at %s", (host) => {
    assert.isTrue(isPublicHost(host))
  })
})
