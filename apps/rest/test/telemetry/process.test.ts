// What an operator sees of the server: probes, metrics, lines and spans; and that nobody's words are among them.
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, assert, describe, it } from "vitest"
import { start } from "../support/serverProcess.ts"

const canary = "canary-9e41f0"
const key = "operations-key-0123456789abcdef"
const collectors: Array<Server> = []

afterAll(() => {
  for (const collector of collectors) {
    collector.closeAllConnections()
    collector.close()
  }
})

const ask = (baseUrl: string, state: string, headers: { readonly [name: string]: string } = {}) =>
  fetch(`${baseUrl}/v1/decisions?q=${canary}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, ...headers },
    body: JSON.stringify({
      model: "decider-27b",
      state,
      questions: { [canary]: { type: "noul", instructions: canary } }
    })
  })

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = ""
  for await (const chunk of request) text += String(chunk)
  return text
}

const collecting = async (listener: RequestListener): Promise<string> => {
  const collector = createServer(listener)
  collectors.push(collector)
  await new Promise<void>((resolve) => {
    collector.listen(0, "127.0.0.1", resolve)
  })
  return `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
}

const until = async (isDone: () => boolean) => {
  while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** The lines of requests among what was printed. */
const entriesOf = (out: string): ReadonlyArray<{ readonly [field: string]: unknown }> =>
  out.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []))

const ended = async (server: ReturnType<typeof start>) => {
  server.child.kill("SIGTERM")
  assert.strictEqual(await server.ended, 0)
}

describe.concurrent("a server that is watched", () => {
  it("tells each request as a line of JSON, and shows probes and metrics to its own machine", async () => {
    const server = start({ LEADLINE_API_KEY: key })
    const { baseUrl } = await server.ready()
    const response = await ask(baseUrl, canary)
    assert.strictEqual(response.status, 200)
    await fetch(`${baseUrl}/${canary}`, { method: "POST", headers: { authorization: `Bearer ${canary}` } })
    await fetch(`${baseUrl}/v1/decisions`, {
      method: "POST",
      headers: { authorization: `Bearer ${canary}` },
      body: "{"
    })
    const live = await fetch(`${baseUrl}/-/live`)
    assert.deepStrictEqual(await live.json(), { status: "live" })
    const ready = await fetch(`${baseUrl}/-/ready`)
    assert.deepStrictEqual(await ready.json(), { status: "ready", checks: { store: "ok" } })
    const metrics = await (await fetch(`${baseUrl}/-/metrics`)).text()
    for (const name of [
      'leadline_http_requests_total{route="/v1/decisions",method="POST",status="200"} 1',
      "leadline_http_request_duration_seconds_bucket",
      "leadline_http_open_streams 0",
      "leadline_http_body_bytes_in_flight 0",
      'leadline_event_loop_delay_seconds{quantile="0.99"}',
      'leadline_memory_bytes{kind="rss"}'
    ]) {
      assert.include(metrics, name)
    }
    await until(() => entriesOf(server.seen.out).length >= 3)
    await ended(server)
    assert.deepStrictEqual(
      entriesOf(server.seen.out).map(({ key_id, route, status }) => [route, status, typeof key_id]),
      [
        ["/v1/decisions", 200, "string"],
        ["none", 404, "object"],
        ["/v1/decisions", 401, "object"]
      ]
    )
    assert.strictEqual(entriesOf(server.seen.out)[0]?.["request_id"], response.headers.get("x-request-id"))
    for (const text of [server.seen.out, server.seen.error, metrics]) {
      assert.notInclude(text, canary)
      assert.notInclude(text, key)
    }
  })

  it("that listens to others shows metrics on a port of its own, and nothing beside the contract", async () => {
    const server = start({
      LEADLINE_API_KEY: key,
      HOST: "0.0.0.0",
      LEADLINE_ADMIN_PORT: "0",
      LEADLINE_LOG_FORMAT: "pretty"
    })
    const { baseUrl } = await server.ready()
    await until(() => server.seen.out.includes("metrics: "))
    const admin = /metrics: (http:\S+)\/-\//.exec(server.seen.out)?.[1] ?? ""
    assert.notStrictEqual(new URL(admin).port, new URL(baseUrl).port)
    for (const path of ["/-/live", "/-/ready", "/-/metrics"]) {
      assert.strictEqual((await fetch(`${admin}${path}`)).status, 200)
      assert.strictEqual((await fetch(`${baseUrl}${path}`)).status, 404)
    }
    assert.strictEqual((await fetch(`${admin}/v1/models`)).status, 404)
    await ask(baseUrl, canary)
    await until(() => /POST \/v1\/decisions 200 \d+ ms/.test(server.seen.out))
    await ended(server)
    assert.notInclude(server.seen.out, canary)
  })

  it("that listens to others shows no metrics there unless it is told to, and is silent when it is told to", async () => {
    const shown = start({
      LEADLINE_API_KEY: key,
      HOST: "0.0.0.0",
      LEADLINE_METRICS: "on",
      LEADLINE_LOG_FORMAT: "off"
    })
    const hidden = start({ LEADLINE_API_KEY: key, HOST: "0.0.0.0" })
    const [{ baseUrl: open }, { baseUrl: closed }] = [await shown.ready(), await hidden.ready()]
    assert.strictEqual((await fetch(`${open}/-/metrics`)).status, 200)
    assert.strictEqual((await fetch(`${closed}/-/metrics`)).status, 404)
    assert.strictEqual((await fetch(`${closed}/-/ready`)).status, 200)
    await ask(open, "here")
    await Promise.all([ended(shown), ended(hidden)])
    assert.deepStrictEqual(entriesOf(shown.seen.out), [])
  })

  it("goes on when nobody reads its lines any more", async () => {
    const server = start({ LEADLINE_API_KEY: key })
    const { baseUrl } = await server.ready()
    server.child.stdout.destroy()
    server.child.stderr.destroy()
    for (let round = 0; round < 20; round++) assert.strictEqual((await ask(baseUrl, "here")).status, 200)
    assert.include(await (await fetch(`${baseUrl}/-/metrics`)).text(), "leadline_log_lines_dropped_total")
    await ended(server)
  })
})

interface Span {
  readonly name: string
  readonly traceId: string
  readonly parentSpanId?: string
  readonly attributes: ReadonlyArray<{ readonly key: string; readonly value: unknown }>
}

describe.concurrent("a server with a collector", () => {
  it("sends spans and metrics there, in the trace of the caller", async () => {
    const texts: Array<readonly [path: string, text: string, headers: IncomingMessage["headers"]]> = []
    const endpoint = await collecting((request, response) => {
      void textOf(request).then((text) => {
        texts.push([request.url ?? "", text, request.headers])
        response.end("{}")
      })
    })
    const server = start({
      LEADLINE_API_KEY: key,
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: "x-collector-key=of-the-collector",
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment=test"
    })
    const { baseUrl } = await server.ready()
    const traceId = "4bf92f3577b34da6a3ce929d0e0e4736"
    await ask(baseUrl, canary, { traceparent: `00-${traceId}-00f067aa0ba902b7-01`, "x-note": canary })
    await ask(baseUrl, canary, { traceparent: `00-${traceId.replace("4", "5")}-00f067aa0ba902b7-00` })
    await ended(server)
    const traces = texts.filter(([path]) => path === "/v1/traces")
    const spans: ReadonlyArray<Span> = traces.flatMap(([, text]) =>
      JSON.parse(text).resourceSpans.flatMap(
        (one: { scopeSpans: ReadonlyArray<{ spans: ReadonlyArray<Span> }> }) =>
          one.scopeSpans.flatMap((scope) => scope.spans)
      )
    )
    const root = spans.find(({ name }) => name === "POST /v1/decisions")
    assert.strictEqual(root?.traceId, traceId)
    assert.strictEqual(root?.parentSpanId, "00f067aa0ba902b7")
    assert.sameMembers(
      (root?.attributes ?? []).map((attribute) => attribute.key),
      [
        "http.request.method",
        "http.route",
        "leadline.request_id",
        "http.response.status_code",
        "http.request.body.size",
        "http.response.body.size",
        "leadline.group",
        "leadline.key_id"
      ]
    )
    assert.isDefined(spans.find(({ name, traceId: id }) => name === "Decisions.create" && id === traceId))
    assert.isUndefined(spans.find(({ traceId: id }) => id === traceId.replace("4", "5")))
    const metrics = texts.filter(([path]) => path === "/v1/metrics").map(([, text]) => text)
    assert.include(metrics.join("\n"), "leadline_http_requests_total")
    for (const [, text, headers] of texts) {
      assert.strictEqual(headers["x-collector-key"], "of-the-collector")
      assert.include(text, '"leadline"')
      assert.notInclude(text, canary)
      assert.notInclude(text, key)
    }
  })

  it.each([
    ["is not there", undefined],
    ["fails", (_request, response) => void response.writeHead(500).end()],
    ["never answers", () => undefined]
  ] satisfies ReadonlyArray<readonly [string, RequestListener | undefined]>)(
    "that %s answers like any other, and ends within the grace",
    async (_name, listener) => {
      const endpoint = listener === undefined ? "http://127.0.0.1:9" : await collecting(listener)
      const server = start({
        LEADLINE_API_KEY: key,
        LEADLINE_SHUTDOWN_SECONDS: "10",
        OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
        OTEL_BSP_SCHEDULE_DELAY: "50",
        OTEL_METRIC_EXPORT_INTERVAL: "50"
      })
      const { baseUrl } = await server.ready()
      for (let round = 0; round < 20; round++) assert.strictEqual((await ask(baseUrl, "here")).status, 200)
      const before = performance.now()
      await ended(server)
      assert.isBelow(performance.now() - before, 10_000)
    }
  )
})
