// Log and metrics of requests that no router sees: those the gate rejects, and those Node's parser rejects.
import { AccessLog, type Entry } from "@leadline/core/access-log"
import * as Health from "@leadline/core/health"
import * as ServerSettings from "@leadline/core/server-settings"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import { connect } from "node:net"
import { assert, describe, it } from "vitest"
import { startServer } from "../../src/index.ts"
import { authorization as bearer, until } from "../server/support.ts"

const canary = "canary-91c2aa"
const authorization = `authorization: ${bearer}`

interface Served {
  readonly port: number
  /** Sends bytes, and reads what comes until the server closes. */
  readonly send: (bytes: string) => Promise<string>
  readonly metrics: () => Promise<string>
  readonly entries: ReadonlyArray<Entry>
  /** The counts of refusals by their reason. */
  readonly refusals: () => Promise<{ readonly [reason: string]: number }>
}

const served = (use: (server: Served) => Promise<void>, settings: Partial<ServerSettings.Settings> = {}) =>
  Effect.gen(function* () {
    const entries: Array<Entry> = []
    const reported = Layer.mergeAll(
      Layer.succeed(AccessLog, (entry) => void entries.push(entry)),
      Layer.succeed(Metric.MetricRegistry, new Map()),
      Health.layerSettings({ showsMetrics: true }),
      ServerSettings.layer(settings)
    )
    const baseUrl = yield* startServer({}, reported)
    const port = Number(new URL(baseUrl).port)
    const send = (bytes: string) =>
      new Promise<string>((resolve) => {
        let text = ""
        const socket = connect(port, "127.0.0.1", () => socket.write(bytes))
        socket.setEncoding("utf8").on("data", (part: string) => (text += part))
        socket.on("error", () => undefined).on("close", () => resolve(text))
      })
    const metrics = async () => (await fetch(`${baseUrl}/-/metrics`)).text()
    const refusals = async () => {
      const text = await metrics()
      assert.notInclude(text, canary)
      const found = text.matchAll(/^leadline_gate_refusals_total\{reason="(.*)"\} (\d+)$/gm)
      return Object.fromEntries(Array.from(found, ([, reason, many]) => [reason, Number(many)]))
    }
    yield* Effect.promise(() => use({ entries, metrics, port, refusals, send }))
  }).pipe(Effect.scoped, Effect.runPromise)

const reported = (entries: ReadonlyArray<Entry>) =>
  entries.map(({ level, method, route, status }) => [status, method, route, level])

describe("a request that is refused before its path is read has a line, is counted, and repeated nowhere:", () => {
  it.each([
    ["framing", 400, "OTHER", `GET / HTTP/1.1\r\nhost: a\r\n${canary}\r\n\r\n`],
    ["headers", 431, "OTHER", `GET / HTTP/1.1\r\nhost: a\r\nx: ${canary.repeat(2_000)}\r\n\r\n`],
    ["method", 400, "OTHER", `${canary} / HTTP/1.1\r\nhost: a\r\n\r\n`],
    ["framing", 400, "GET", "GET /v1/models HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n"],
    ["headers", 417, "GET", `GET / HTTP/1.1\r\nhost: a\r\nexpect: ${canary}\r\nconnection: close\r\n\r\n`]
  ] as const)("as %s: %i, method %s", (reason, status, method, bytes) =>
    served(async ({ entries, refusals, send }) => {
      assert.match(await send(bytes), new RegExp(`^HTTP/1\\.1 ${status} `))
      assert.deepStrictEqual(await refusals(), { [reason]: 1 })
      assert.deepStrictEqual(reported(entries), [[status, method, "none", "info"]])
      assert.notInclude(JSON.stringify(entries), canary)
    })
  )

  it("a tunnel, which is closed unheard", () =>
    served(async ({ entries, refusals, send }) => {
      assert.strictEqual(await send("CONNECT a:443 HTTP/1.1\r\nhost: a\r\n\r\n"), "")
      assert.deepStrictEqual(await refusals(), { method: 1 })
      assert.deepStrictEqual(reported(entries), [[405, "OTHER", "none", "info"]])
    }))
})

const head = `POST /v1/async/sonar HTTP/1.1\r\nhost: a\r\n${authorization}\r\n`

it("a body that ends with its connection is no refusal", () =>
  served(async ({ entries, metrics, port, refusals }) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(`${head}content-length: 9\r\n\r\n{`))
    socket.on("error", () => undefined)
    while (/body_bytes_in_flight 0$/m.test(await metrics()));
    socket.resetAndDestroy()
    await until(() => entries.length > 0)
    assert.deepStrictEqual(await refusals(), {})
    assert.deepStrictEqual(
      entries.map(({ aborted, status }) => [aborted, status]),
      [[true, 499]]
    )
  }))

it.each([
  ["off", undefined, undefined],
  ["truncated", "127.0.0.0/24", "203.0.113.0/24"],
  ["full", "127.0.0.1", "203.0.113.7"]
] as const)("addresses %s: %s of requests and refusals, %s behind a listed proxy", (detail, own, forwarded) =>
  served(
    async ({ entries, send }) => {
      const get = "GET /v1/models HTTP/1.1\r\nhost: a\r\nconnection: close\r\n"
      await send(`${get}\r\n`)
      await send(`${get}host: b\r\n\r\n`)
      await send("GET\r\n\r\n")
      await send(`${get}x-forwarded-for: 203.0.113.7\r\n\r\n`)
      await until(() => entries.length === 4)
      assert.deepStrictEqual(
        entries.map((entry) => ("address" in entry ? entry.address : undefined)),
        [own, own, own, forwarded]
      )
    },
    { logAddresses: detail, proxies: ["127.0.0.1"] }
  )
)
