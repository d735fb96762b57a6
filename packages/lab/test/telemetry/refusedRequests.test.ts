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
  entries.map(({ error, level, method, route, status }) => [status, error, method, route, level])

describe("a request that Node's parser refuses", () => {
  it.each([
    ["framing", 400, `GET / HTTP/1.1\r\nhost: a\r\n${canary}\r\n\r\n`],
    ["headers", 431, `GET / HTTP/1.1\r\nhost: a\r\nx: ${canary.repeat(2_000)}\r\n\r\n`],
    ["method", 400, `${canary} / HTTP/1.1\r\nhost: a\r\n\r\n`],
    ["version", 400, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"]
  ] as const)("is counted as %s and has a line: %i", (reason, status, bytes) =>
    served(async ({ entries, refusals, send }) => {
      assert.match(await send(bytes), new RegExp(`^HTTP/1\\.1 ${status} `))
      assert.deepStrictEqual(await refusals(), { [reason]: 1 })
      assert.deepStrictEqual(reported(entries), [[status, "invalid_request_error", "OTHER", "none", "info"]])
      assert.notInclude(JSON.stringify(entries), canary)
    })
  )

  it("in the middle of its body is counted, and has the one line of a request that came", () =>
    served(async ({ entries, refusals, send }) => {
      const head = "POST /v1/async/sonar HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n"
      await send(`${head}${authorization}\r\n\r\nzz\r\n`)
      await until(() => entries.length > 0)
      assert.deepStrictEqual(await refusals(), { framing: 1 })
      assert.strictEqual(entries.length, 1)
    }))

  it("is none when a connection only breaks", () =>
    served(async ({ entries, metrics, port, refusals }) => {
      const socket = connect(port, "127.0.0.1", () =>
        socket.write(
          `POST /v1/async/sonar HTTP/1.1\r\nhost: a\r\n${authorization}\r\ncontent-length: 9\r\n\r\n{`
        )
      )
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
})

describe("a request that the gate refuses", () => {
  const lines = `x: y\r\n`.repeat(101)
  it.each([
    ["framing", 400, "invalid_request_error", "GET /v1/models HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n"],
    [
      "framing",
      501,
      "not_implemented",
      "POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: gzip, chunked\r\n\r\n"
    ],
    ["headers", 431, "invalid_request_error", `GET / HTTP/1.1\r\nhost: a\r\n${lines}\r\n`]
  ] as const)("is counted as %s and has a line: %i %s", (reason, status, error, bytes) =>
    served(async ({ entries, refusals, send }) => {
      assert.match(await send(bytes), new RegExp(`^HTTP/1\\.1 ${status} `))
      assert.deepStrictEqual(await refusals(), { [reason]: 1 })
      assert.deepStrictEqual(reported(entries), [
        [status, error, bytes.slice(0, bytes.indexOf(" ")), "none", "info"]
      ])
    })
  )
})

describe("a request that never becomes one", () => {
  it("for a tunnel is closed unheard, counted as method, and has a line", () =>
    served(async ({ entries, refusals, send }) => {
      assert.strictEqual(await send("CONNECT a:443 HTTP/1.1\r\nhost: a\r\n\r\n"), "")
      assert.deepStrictEqual(await refusals(), { method: 1 })
      assert.deepStrictEqual(reported(entries), [[405, "method_not_allowed", "OTHER", "none", "info"]])
    }))

  it("with an unknown `Expect` is 417, and counted as headers", () =>
    served(async ({ entries, refusals, send }) => {
      const wish = `GET /v1/models HTTP/1.1\r\nhost: a\r\nexpect: ${canary}\r\nconnection: close\r\n\r\n`
      assert.match(await send(wish), /^HTTP\/1\.1 417 /)
      assert.deepStrictEqual(await refusals(), { headers: 1 })
      assert.deepStrictEqual(
        entries.map(({ status }) => status),
        [417]
      )
    }))
})

describe("the address of a caller", () => {
  it.each([
    ["off", undefined, undefined],
    ["truncated", "127.0.0.0/24", "203.0.113.0/24"],
    ["full", "127.0.0.1", "203.0.113.7"]
  ] as const)(
    "%s is reported of requests and refusals so: %s; behind a listed proxy, of requests: %s",
    (detail, own, forwarded) =>
      served(
        async ({ entries, send }) => {
          await send("GET /v1/models HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n")
          await send("GET /v1/models HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n")
          await send("GET\r\n\r\n")
          await send(
            "GET /v1/models HTTP/1.1\r\nhost: a\r\nx-forwarded-for: 203.0.113.7\r\nconnection: close\r\n\r\n"
          )
          await until(() => entries.length === 4)
          assert.deepStrictEqual(
            entries.map(({ address }) => address),
            [own, own, own, forwarded]
          )
          assert.strictEqual(
            entries.some((entry) => "address" in entry),
            own !== undefined
          )
        },
        { logAddresses: detail, proxies: ["127.0.0.1"] }
      )
  )
})
