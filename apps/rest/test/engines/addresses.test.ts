// The addresses that the server connects to: pages of the web at public ones only, and an upstream server where it may be.
import { assert, describe, it } from "@effect/vitest"
import { Transport } from "@leadline/core/transport"
import * as Effect from "effect/Effect"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { isPublicHost, makeIsAllowed } from "../../src/engines/allowedAddresses.ts"
import { webPages } from "../../src/engines/transport.ts"

/** A server that counts its requests. */
const listen = Effect.acquireRelease(
  Effect.promise(async () => {
    let requests = 0
    const server = createServer((_, response) => {
      requests++
      response.end("private")
    })
    await once(server.listen(0, "127.0.0.1"), "listening")
    return { port: (server.address() as AddressInfo).port, seen: () => requests, close: () => server.close() }
  }),
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
    "10.1.2.3",
    "169.254.169.254",
    "168.63.129.16",
    "[::1]",
    "[::]",
    "[::7f00:1]",
    "[::ffff:0:7f00:1]",
    "[100::1]",
    "[1fff:ffff::1]",
    "[4000::1]",
    "[fec0::1]",
    "[fe80::1]",
    "[::ffff:7f00:1]",
    "[fd00::1]",
    "[64:ff9b::a00:1]",
    "[2002:7f00:1::]"
  ])("are not at %s", (host) => {
    assert.isFalse(isPublicHost(host))
  })

  it.each([
    "a.example",
    "93.184.216.34",
    "[::ffff:5db8:d822]",
    "[2000::1]",
    "[2606:2800:220:1::1]",
    "[3fff:ffff::1]"
  ])("may be at %s", (host) => {
    assert.isTrue(isPublicHost(host))
  })
})

const inside = [
  "10.0.0.5",
  "172.16.0.1",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "0.0.0.0",
  "fd00::1"
]
const outside = ["93.184.215.14", "2606:2800:21f::1"]

describe("the upstream server", () => {
  it.each([
    ["https://api.example", [], outside, [...inside, "127.0.0.1", "::1", "::ffff:10.0.0.5"]],
    [
      "https://api.example",
      ["10.0.0.0/8"],
      [...outside, "10.9.8.7", "::ffff:10.0.0.5"],
      ["192.168.1.1", "::1"]
    ],
    ["http://localhost:8080", [], ["127.0.0.1", "::1", "127.9.9.9"], [...inside, ...outside]],
    ["http://api.example", ["10.0.0.5"], ["10.0.0.5"], ["10.0.0.6", "127.0.0.1", ...outside]]
  ] as const)(
    "of %s, with %j listed, may be at allowed addresses only",
    (url, networks, allowed, refused) => {
      const isAllowed = makeIsAllowed(new URL(url), networks)
      assert.deepStrictEqual(
        allowed.filter((address) => !isAllowed(address)),
        []
      )
      assert.deepStrictEqual(refused.filter(isAllowed), [])
    }
  )
})
