import { type ClientOptions, createClient } from "@leadline/transport-node"
import * as Redacted from "effect/Redacted"
import { afterEach, assert, describe, it } from "vitest"
import { inspect } from "node:util"
import { issue } from "./fixtures/certificates.ts"
import { listen } from "./fixtures/rawServer.ts"
import { answered, type Listening, serve, type Service } from "./fixtures/service.ts"

const authority = issue("Test authority")
const good = issue("service", ["localhost", "127.0.0.1"], authority)

const closing: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const listening = async (options: Listening): Promise<Service> => {
  const service = await serve(options)
  closing.push(service.close)
  return service
}

const outcome = async (options: ClientOptions): Promise<unknown> => {
  const client = createClient(options)
  closing.push(client.close)
  return client.models.list().catch((error: unknown) => error)
}

const untrusted = {
  _tag: "ConnectionError",
  phase: "tls",
  reason: "certificate",
  sent: false,
  attempts: 1
}

describe("a wrong scheme", () => {
  it("https to a plain port is a failed handshake that says so", async () => {
    const { port } = await listening({})
    assert.deepInclude(await outcome({ baseUrl: `https://localhost:${port}`, maxRetries: 0 }), {
      message: "The TLS handshake failed: does this port speak TLS? Check the base URL.",
      reason: "protocol",
      phase: "tls",
      sent: false
    })
  })

  it("a TLS alert in answer to http points at the base URL", async () => {
    const server = await listen((socket) => socket.end(Uint8Array.of(0x15, 3, 1, 0, 2, 2, 70)))
    closing.push(server.close)
    assert.deepInclude(await outcome({ baseUrl: server.baseUrl, maxRetries: 0 }), {
      message: "The response is not valid HTTP: check the base URL.",
      reason: "protocol"
    })
  })
})

describe("trust", () => {
  it("an authority given in code is trusted, by text, by bytes and in a list", async () => {
    const { port } = await listening({ tls: good })
    const baseUrl = `https://localhost:${port}`
    for (const ca of [
      authority.cert,
      new TextEncoder().encode(authority.cert),
      [good.cert, authority.cert]
    ]) {
      assert.deepEqual(await outcome({ baseUrl, tls: { ca } }), answered)
    }
  })

  it("an unknown authority is a certificate failure, not retried", async () => {
    const { port } = await listening({ tls: good })
    assert.deepInclude((await outcome({ baseUrl: `https://localhost:${port}` })) as object, untrusted)
  })

  it("an expired certificate and one of another host are reported as such", async () => {
    const expired = issue("service", ["localhost"], authority, Date.now() - 86_400_000)
    const other = issue("service", ["other.example"], authority)
    for (const [tls, code] of [
      [expired, "CERT_HAS_EXPIRED"],
      [other, "ERR_TLS_CERT_ALTNAME_INVALID"]
    ] as const) {
      const { port } = await listening({ tls })
      const error = await outcome({ baseUrl: `https://localhost:${port}`, tls: { ca: authority.cert } })
      assert.deepInclude(error as object, untrusted)
      assert.propertyVal((error as Error).cause, "code", code)
    }
  })

  it("servername is asked for and checked in place of the host", async () => {
    const other = issue("service", ["other.example"], authority)
    const { port } = await listening({ tls: other })
    const tls = { ca: authority.cert, servername: "other.example" }
    assert.deepEqual(await outcome({ baseUrl: `https://127.0.0.1:${port}`, tls }), answered)
  })
})

describe("the client's own certificate", () => {
  const own = issue("client", ["client.example"], authority)
  const mutual = { ...good, ca: authority.cert, requestCert: true, rejectUnauthorized: true }

  it("is shown to a service that asks for one, its key plain or redacted", async () => {
    const service = await listening({ tls: mutual })
    const baseUrl = `https://localhost:${service.port}`
    for (const key of [own.key, Redacted.make(own.key)]) {
      const tls = { ca: authority.cert, cert: own.cert, key }
      assert.deepEqual(await outcome({ baseUrl, tls }), answered)
    }
    assert.deepEqual(
      service.seen.map(({ authorized }) => authorized),
      [true, true]
    )
  })

  it("missing, it is a failed connection", async () => {
    const { port } = await listening({ tls: mutual })
    const error = await outcome({
      baseUrl: `https://localhost:${port}`,
      tls: { ca: authority.cert },
      maxRetries: 0
    })
    // TLS 1.3 refuses after the handshake: by an alert, or by closing.
    assert.propertyVal(error, "_tag", "ConnectionError")
  })

  it("its key shows in no client and no error", async () => {
    const { port } = await listening({ tls: issue("service", ["other.example"], authority) })
    const tls = { ca: authority.cert, cert: own.cert, key: own.key }
    const client = createClient({ baseUrl: `https://localhost:${port}`, tls })
    closing.push(client.close)
    const error: unknown = await client.models.list().catch((failure: unknown) => failure)
    const secret = own.key.split("\n")[1] ?? own.key
    const shown = inspect([client, error, (error as Error).cause], { depth: 10 })
    assert.notInclude(shown, secret)
    assert.notInclude(JSON.stringify(error), secret)
  })

  it("what is no PEM is refused when the client is made, without a word of it", () => {
    for (const tls of [
      { ca: 7 as unknown as string },
      { cert: "secret" },
      { cert: own.cert, key: "secret" },
      { cert: own.cert, key: good.key }
    ]) {
      const made = () => createClient({ baseUrl: "https://localhost", tls })
      assert.throws(made, TypeError, /^tls: expected/)
      assert.throws(made, /^(?!.*secret)/s)
    }
  })
})
