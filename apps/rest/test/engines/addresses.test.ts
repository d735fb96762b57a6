// The addresses that the server connects to: pages of the web at public ones only, and an upstream server where it may be.
import { assert, describe, it } from "@effect/vitest"
import { Transport } from "@leadline/core/transport"
import * as Effect from "effect/Effect"
import { serveHttp } from "../../../../packages/lab/src/ports.ts"
import { isPublicHost, makeIsAllowed } from "../../src/engines/allowedAddresses.ts"
import { webPages } from "../../src/engines/transport.ts"

const lines = (text: string) => text.trim().split(/\s+/)

describe("pages of the web", () => {
  it.effect("are not read at a name that resolves to a private address", () =>
    Effect.gen(function* () {
      let requests = 0
      const start = Effect.promise(() => serveHttp((_, response) => response.end(`${++requests}`)))
      const { port } = yield* Effect.acquireRelease(start, ({ close }) => Effect.promise(close))
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
      assert.deepStrictEqual([outcome, requests], ["refused", 0])
    }).pipe(Effect.provide(webPages.transport), Effect.scoped)
  )

  it("are at public addresses and names alone", () => {
    const inside = lines(`127.0.0.1 localhost 10.1.2.3 169.254.169.254 168.63.129.16 [::1] [::] [::7f00:1]
      [::ffff:0:7f00:1] [1fff:ffff::1] [4000::1] [fec0::1] [::ffff:7f00:1] [64:ff9b::a00:1] [2002:7f00:1::]`)
    assert.deepStrictEqual(inside.filter(isPublicHost), [])
    const outside = lines("a.example 93.184.216.34 [::ffff:5db8:d822] [2000::1] [3fff:ffff::1]")
    assert.deepStrictEqual(outside.filter(isPublicHost), outside)
  })
})

const inside = "10.0.0.5 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 fd00::1"
const outside = "93.184.215.14 2606:2800:21f::1"

it.each([
  ["https://api.example", [], outside, `${inside} 127.0.0.1 ::1 ::ffff:10.0.0.5`],
  ["https://api.example", ["10.0.0.0/8"], `${outside} 10.9.8.7 ::ffff:10.0.0.5`, "192.168.1.1 ::1"],
  ["http://localhost:8080", [], "127.0.0.1 ::1 127.9.9.9", `${inside} ${outside}`]
])("the upstream server of %s, with %j listed, may be at %s alone", (url, networks, allowed, refused) => {
  const isAllowed = makeIsAllowed(new URL(url), networks)
  assert.deepStrictEqual(lines(allowed).filter(isAllowed), lines(allowed))
  assert.deepStrictEqual(lines(refused).filter(isAllowed), [])
})
