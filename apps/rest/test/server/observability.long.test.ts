// Access log, probes, metrics and telemetry of a server process, and that they contain no text of a caller.
import type { IncomingMessage, RequestListener } from "node:http"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { assert, describe, it, onTestFinished } from "vitest"
import { serveHttp } from "../../../../packages/lab/src/ports.ts"
import { eventually } from "../support/eventually.ts"
import { commandsIn } from "../support/runCommand.ts"
import { readiness, send, start } from "../support/serverProcess.ts"

const key = "operations-key-0123456789abcdef"
/** A text of each request, which must not appear in any telemetry. */
const canary = "canary-9e41f0"

const ask = (baseUrl: string, headers?: Record<string, string>) =>
  send(
    `${baseUrl}/v1/decisions?q=${canary}`,
    key,
    { model: "decider-27b", state: canary, questions: { [canary]: { type: "noul", instructions: canary } } },
    headers
  )

/** The access log lines of an output, behind those of the start. */
const entriesOf = (out: string): ReadonlyArray<{ readonly [field: string]: unknown }> =>
  out
    .split("\n")
    .flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []))
    .filter((entry) => "route" in entry)

/** The status of a GET. */
const status = async (url: string, token = key) => (await send(url, token)).status

describe.concurrent("a server process", () => {
  it("logs each request as a line of JSON, and serves probes and metrics on loopback", async () => {
    const server = start({ LEADLINE_API_KEY: key })
    const { baseUrl } = await server.ready()
    const response = await ask(baseUrl)
    assert.strictEqual(response.status, 200)
    await send(`${baseUrl}/${canary}`, canary, "")
    await send(`${baseUrl}/v1/decisions`, canary, "{")
    assert.strictEqual(await status(`${baseUrl}/-/live`, ""), 200)
    const checks = { store: "ok", writes: "ok" }
    assert.deepStrictEqual(await readiness(baseUrl), { status: 200, checks })
    const { text: metrics } = await send(`${baseUrl}/-/metrics`, "")
    const labels = 'route="/v1/decisions",method="POST",status="200"'
    assert.include(metrics, `leadline_http_requests_total{${labels}} 1`)
    for (const name of ["event_loop_delay_seconds", "memory_bytes"])
      assert.include(metrics, `leadline_${name}{`)
    await eventually("three lines of the access log", () => entriesOf(server.seen.stdout).length >= 3)
    const entries = entriesOf(server.seen.stdout)
    assert.deepStrictEqual(
      entries.map(({ key_id, route, status: sent }) => [route, sent, typeof key_id].join()),
      ["/v1/decisions,200,string", "none,404,object", "/v1/decisions,401,object"]
    )
    assert.strictEqual(entries[0]?.["request_id"], response.headers.get("x-request-id"))
    // It keeps answering when its log is not read.
    server.child.stdout.destroy()
    server.child.stderr.destroy()
    for (let round = 0; round < 20; round++) assert.strictEqual((await ask(baseUrl)).status, 200)
    await server.stop()
    for (const text of [server.seen.stdout, server.seen.stderr, metrics])
      for (const secret of [canary, key]) assert.notInclude(text, secret)
  })

  it("serves probes, metrics and the admin API on the admin port only, and records what groups use", async () => {
    const token = "operator-token-0123456789-abcdef"
    const server = start({
      HOST: "0.0.0.0",
      LEADLINE_API_KEY: key,
      LEADLINE_ADMIN_PORT: "0",
      LEADLINE_ADMIN_TOKEN: token,
      LEADLINE_LOG_FORMAT: "pretty"
    })
    const { baseUrl } = await server.ready()
    await server.printed("admin API: ")
    const admin = /Probes, metrics and admin API: (http:[^\s"]+)/.exec(server.seen.stdout)?.[1] ?? ""
    for (const path of ["/-/live", "/-/ready", "/-/metrics", "/groups"]) {
      assert.strictEqual(await status(admin + path, token), 200, path)
      assert.strictEqual(await status(baseUrl + path, token), 404, path)
    }
    assert.strictEqual(await status(`${admin}/groups`), 401)
    assert.strictEqual((await ask(baseUrl)).status, 200)
    await send(`${admin}/groups/default/disable`, token, "")
    assert.strictEqual((await ask(baseUrl)).status, 401)
    await server.stop()
    for (const secret of [token, canary]) assert.notInclude(server.seen.stdout + server.seen.stderr, secret)
    const { json } = commandsIn(join(server.directory, ".leadline"))
    const [usage] = await json<ReadonlyArray<object>>("usage export")
    assert.deepInclude(usage, { group: "default", operation: "decisions.create", requests: 1 })
  })

  it.each([
    [{}, 404],
    [{ LEADLINE_METRICS: "on", LEADLINE_LOG_FORMAT: "off" }, 200]
  ])("on all addresses, with %j, answers metrics with %i", async (env, expected) => {
    const server = start({ LEADLINE_API_KEY: key, HOST: "0.0.0.0", ...env })
    const { baseUrl } = await server.ready()
    assert.strictEqual(await status(`${baseUrl}/-/metrics`), expected)
    assert.strictEqual(await status(`${baseUrl}/-/ready`), 200)
    await server.stop()
    if (expected === 200) assert.deepStrictEqual(entriesOf(server.seen.stdout), [])
  })
})

const collecting = async (listener: RequestListener): Promise<string> => {
  const { close, url } = await serveHttp(listener)
  onTestFinished(close)
  return url
}

describe("a server with a collector", () => {
  it.each(["http/protobuf", "http/json"])(
    "exports spans and metrics as %s, in the caller's trace",
    async (protocol) => {
      const sent: Array<readonly [path: string, text: string, headers: IncomingMessage["headers"]]> = []
      const endpoint = await collecting((request, response) => {
        void buffer(request).then((bytes) => {
          sent.push([request.url ?? "", bytes.toString("latin1"), request.headers])
          response.end("{}")
        })
      })
      const server = start({
        LEADLINE_API_KEY: key,
        OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
        OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=a%20b",
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${endpoint}/own`,
        OTEL_EXPORTER_OTLP_TRACES_HEADERS: "x-tenant=c%20d",
        OTEL_EXPORTER_OTLP_PROTOCOL: protocol
      })
      const { baseUrl } = await server.ready()
      const [trace, span] = ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"]
      await ask(baseUrl, { traceparent: `00-${trace}-${span}-01`, "x-note": canary })
      await server.stop()
      const text = (at: string) => sent.flatMap(([path, body]) => (path === at ? [body] : [])).join("\n")
      const idText = (id: string) =>
        protocol === "http/json" ? id : Buffer.from(id, "hex").toString("latin1")
      for (const part of ["POST /v1/decisions", "Decisions.create", idText(trace), idText(span)])
        assert.include(text("/own"), part)
      assert.include(text("/v1/metrics"), "leadline_http_requests_total")
      for (const [path, body, headers] of sent) {
        assert.strictEqual(headers["x-tenant"], path === "/own" ? "c d" : "a b")
        for (const secret of [canary, key]) assert.notInclude(body, secret)
      }
    }
  )

  it("answers as usual while the collector never does, and shuts down within the grace period", async () => {
    const server = start({
      LEADLINE_API_KEY: key,
      LEADLINE_SHUTDOWN_SECONDS: "10",
      OTEL_EXPORTER_OTLP_ENDPOINT: await collecting(() => undefined),
      OTEL_BSP_SCHEDULE_DELAY: "50",
      OTEL_METRIC_EXPORT_INTERVAL: "50"
    })
    const { baseUrl } = await server.ready()
    for (let round = 0; round < 20; round++) assert.strictEqual((await ask(baseUrl)).status, 200)
    // It exits with 1 when it needs more than its grace.
    await server.stop()
  })
})
