// Log and metrics of requests that no router sees: those the gate rejects, and those Node's parser rejects.
import type { Entry } from "@leadline/core/access-log"
import * as ServerSettings from "@leadline/core/server-settings"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { connect } from "node:net"
import { text } from "node:stream/consumers"
import { assert, it } from "vitest"
import { startServer } from "../../src/index.ts"
import { authorization, until } from "../server/support.ts"
import { canary, recordingTelemetry } from "./recordingServer.ts"

interface Served {
  readonly port: number
  /** Sends bytes, and reads what comes until the server closes. */
  readonly send: (bytes: string) => Promise<string>
  readonly metrics: () => Promise<string>
  readonly entries: ReadonlyArray<Entry>
}

const served = (use: (server: Served) => Promise<void>, settings: Partial<ServerSettings.Settings> = {}) =>
  Effect.gen(function* () {
    const { entries, layer } = recordingTelemetry()
    const baseUrl = yield* startServer({}, Layer.merge(layer, ServerSettings.layer(settings)))
    const port = Number(new URL(baseUrl).port)
    const send = (bytes: string) => {
      const socket = connect(port, "127.0.0.1", () => socket.write(bytes))
      return text(socket)
    }
    const metrics = async () => (await fetch(`${baseUrl}/-/metrics`)).text()
    yield* Effect.promise(() => use({ entries, metrics, port, send }))
  }).pipe(Effect.scoped, Effect.runPromise)

/** The counts of refusals by their reason. */
const refusalsIn = (metrics: string) =>
  Object.fromEntries(
    Array.from(
      metrics.matchAll(/^leadline_gate_refusals_total\{reason="(.*)"\} (\d+)$/gm),
      ([, reason, many]) => [reason, Number(many)]
    )
  )

it.each([
  ["framing", 400, "OTHER", `GET / HTTP/1.1\r\nhost: a\r\n${canary}\r\n\r\n`],
  ["headers", 431, "OTHER", `GET / HTTP/1.1\r\nhost: a\r\nx: ${canary.repeat(2_000)}\r\n\r\n`],
  ["method", 400, "OTHER", `${canary} / HTTP/1.1\r\nhost: a\r\n\r\n`],
  ["framing", 400, "GET", "GET /v1/models HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n"],
  ["headers", 417, "GET", `GET / HTTP/1.1\r\nhost: a\r\nexpect: ${canary}\r\nconnection: close\r\n\r\n`],
  // A tunnel, which is closed unheard.
  ["method", 405, "OTHER", "CONNECT a:443 HTTP/1.1\r\nhost: a\r\n\r\n"]
] as const)(
  "a request refused for its %s with %i, method %s, has a line, is counted, and repeated nowhere",
  (reason, status, method, bytes) =>
    served(async ({ entries, metrics, send }) => {
      assert.match(await send(bytes), status === 405 ? /^$/ : new RegExp(`^HTTP/1\\.1 ${status} `))
      const shown = await metrics()
      assert.deepStrictEqual(refusalsIn(shown), { [reason]: 1 })
      const [entry] = entries
      assert.deepInclude(entry, { level: "info", method, route: "none", status })
      assert.notInclude(shown + JSON.stringify(entries), canary)
    })
)

it("a body that ends with its connection is no refusal", () =>
  served(async ({ entries, metrics, port }) => {
    const head = `POST /v1/async/sonar HTTP/1.1\r\nhost: a\r\nauthorization: ${authorization}\r\n`
    const socket = connect(port, "127.0.0.1", () => socket.write(`${head}content-length: 9\r\n\r\n{`))
    socket.on("error", () => undefined)
    while (/body_bytes_in_flight 0$/m.test(await metrics()));
    socket.resetAndDestroy()
    await until(() => entries.length > 0)
    assert.deepStrictEqual(refusalsIn(await metrics()), {})
    assert.deepInclude(entries[0], { aborted: true, status: 499 })
  }))

it.each([
  ["truncated", "127.0.0.0/24", "203.0.113.0/24"],
  ["full", "127.0.0.1", "203.0.113.7"]
] as const)("addresses %s: %s of requests and refusals, %s behind a listed proxy", (detail, own, forwarded) =>
  served(
    async ({ entries, send }) => {
      const get = "GET /v1/models HTTP/1.1\r\nhost: a\r\nconnection: close\r\n"
      await send(`${get}\r\n`)
      await send(`${get}host: b\r\n\r\n`)
      await send(`${get}x-forwarded-for: 203.0.113.7\r\n\r\n`)
      await until(() => entries.length === 3)
      assert.deepStrictEqual(
        entries.map(({ address }) => address),
        [own, own, forwarded]
      )
    },
    { logAddresses: detail, proxies: ["127.0.0.1"] }
  )
)
