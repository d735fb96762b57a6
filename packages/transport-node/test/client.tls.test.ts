import { createClient } from "@leadline/transport-node"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"
import { inspect } from "node:util"
import { issue } from "./fixtures/certificates.ts"
import { authority, connected, failure, identity, listed, outcome, tls } from "./fixtures/clients.ts"
import { listen } from "./fixtures/rawServer.ts"
import { answered, serve } from "./fixtures/service.ts"

const ofOther = issue("service", ["other.example"], authority)

it("a wrong scheme is a failure that points at the base URL", async () => {
  const { port } = await serve()
  assert.deepInclude((await failure({ baseUrl: `https://localhost:${port}`, maxRetries: 0 })) as object, {
    message: "The TLS handshake failed: does this port speak TLS? Check the base URL.",
    reason: "protocol",
    phase: "tls",
    sent: false
  })
  const alerting = await listen((socket) => socket.end(Uint8Array.of(0x15, 3, 1, 0, 2, 2, 70)))
  assert.deepInclude((await failure({ baseUrl: alerting.baseUrl, maxRetries: 0 })) as object, {
    message: "The response is not valid HTTP: check the base URL.",
    reason: "protocol"
  })
})

describe("trust", () => {
  it("an authority given in code is trusted, by text, by bytes and in a list, and no other", async () => {
    const { baseUrl } = await serve({ tls: identity })
    const bytes = new TextEncoder().encode(authority.cert)
    for (const ca of [authority.cert, bytes, [identity.cert, authority.cert]])
      assert.deepEqual(await outcome({ baseUrl, tls: { ca } }), answered)
    const error = await failure({ baseUrl })
    const wanted = { phase: "tls", reason: "certificate", sent: false, attempts: 1 }
    assert.deepInclude(error as object, { _tag: "ConnectionError", ...wanted })
    assert.propertyVal(error.cause, "code", "UNABLE_TO_VERIFY_LEAF_SIGNATURE")
  })

  it("servername is asked for and checked in place of the host", async () => {
    const { port } = await serve({ tls: ofOther })
    const named = { ...tls, servername: "other.example" }
    assert.deepEqual(await outcome({ baseUrl: `https://127.0.0.1:${port}`, tls: named }), answered)
  })
})

describe("the client's own certificate", () => {
  const own = issue("client", ["client.example"], authority)

  it("is shown to a service that asks for one, its key plain or redacted; without, the connection fails", async () => {
    const mutual = { ...identity, ca: authority.cert, requestCert: true, rejectUnauthorized: true }
    const { baseUrl, seen } = await serve({ tls: mutual })
    for (const key of [own.key, Redacted.make(own.key)])
      assert.deepEqual(await outcome({ baseUrl, tls: { ...tls, cert: own.cert, key } }), answered)
    for (const { authorized } of seen) assert.isTrue(authorized)
    // TLS 1.3 refuses after the handshake: by an alert, or by closing.
    assert.propertyVal(await failure({ baseUrl, tls, maxRetries: 0 }), "_tag", "ConnectionError")
  })

  it("its key shows in no client and no error", async () => {
    const { baseUrl } = await serve({ tls: ofOther })
    const client = connected({ baseUrl, tls: { ...tls, cert: own.cert, key: own.key } })
    const error = await listed(client)
    const shown = inspect([client, error, (error as Error).cause], { depth: 10 }) + JSON.stringify(error)
    assert.notInclude(shown, own.key.split("\n")[1] ?? own.key)
  })

  it("what is no PEM is refused when the client is made, without a word of it", () => {
    for (const wrong of [
      { ca: 7 as unknown as string },
      { cert: "secret" },
      { cert: own.cert, key: "secret" },
      { cert: own.cert, key: identity.key }
    ]) {
      const make = () => createClient({ baseUrl: "https://localhost", tls: wrong })
      assert.throws(make, TypeError, /^tls: expected(?!.*secret)/s)
    }
  })
})
