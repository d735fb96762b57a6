// A server process with an OpenTelemetry collector, and that it exports no text of a caller.
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, assert, describe, it } from "vitest"
import { ask, canary, key } from "../support/canary.ts"
import { start } from "../support/serverProcess.ts"

const collectors: Array<Server> = []

afterAll(() => {
  for (const collector of collectors) {
    collector.closeAllConnections()
    collector.close()
  }
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

interface Span {
  readonly name: string
  readonly traceId: string
  readonly parentSpanId?: string
  readonly attributes: ReadonlyArray<{ readonly key: string; readonly value: unknown }>
}

describe.concurrent("a server with a collector", () => {
  it("exports spans and metrics to it, in the caller's trace", async () => {
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
    await ask(baseUrl, { traceparent: `00-${traceId}-00f067aa0ba902b7-01`, "x-note": canary })
    await ask(baseUrl, { traceparent: `00-${traceId.replace("4", "5")}-00f067aa0ba902b7-00` })
    await server.stop()
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
