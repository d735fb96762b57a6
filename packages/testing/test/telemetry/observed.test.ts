// Access log, metrics and spans of requests contain ids and numbers, and no content.
import { AccessLog, type Entry } from "@leadline/core/access-log"
import { carefulTracer } from "@leadline/core/careful-tracer"
import * as Health from "@leadline/core/health"
import { Load } from "@leadline/core/load"
import { toWebHandler } from "@leadline/transport-fetch/server"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Redacted from "effect/Redacted"
import * as Tracer from "effect/Tracer"
import { inspect } from "node:util"
import { assert, describe, it } from "vitest"
import { apiKey, layerServices } from "../../src/index.ts"

const canary = "canary-5b1c7d"
const authorization = `Bearer ${Redacted.value(apiKey)}`

interface Served {
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>
  readonly entries: ReadonlyArray<Entry>
  readonly spans: ReadonlyArray<Tracer.NativeSpan>
  readonly metrics: () => Promise<string>
}

/** A server in memory with metrics of its own. */
const served = async (use: (server: Served) => Promise<void>, more: Layer.Layer<never> = Layer.empty) => {
  const entries: Array<Entry> = []
  const spans: Array<Tracer.NativeSpan> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
  const told = Layer.mergeAll(
    Layer.succeed(AccessLog, (entry) => void entries.push(entry)),
    Layer.succeed(Metric.MetricRegistry, new Map()),
    Layer.succeed(Tracer.Tracer, carefulTracer(tracer)),
    Health.layerSettings({ showsMetrics: true }),
    more
  )
  const { dispose, handler } = toWebHandler(layerServices().pipe(Layer.provideMerge(told)), { grace: 500 })
  const ask = (path: string, init?: RequestInit) => handler(new Request(`http://localhost${path}`, init))
  await use({ ask, entries, spans, metrics: async () => (await ask("/-/metrics")).text() })
  await dispose()
}

const post = (body: unknown, headers: { readonly [name: string]: string } = { authorization }) => ({
  method: "POST",
  headers,
  body: typeof body === "string" ? body : JSON.stringify(body)
})
const question = (state: unknown) => ({
  model: "decider-27b",
  state,
  questions: { [canary]: { type: "noul", instructions: canary } }
})
const chat = (content: string, stream = true) => ({
  model: "sonar",
  stream,
  messages: [{ role: "user", content }]
})

const fields = [
  "ts level request_id method route status error ms first_byte_ms bytes_in bytes_out group key_id engine",
  "attempts events aborted"
]
  .join(" ")
  .split(" ")

describe("the access log", () => {
  it("has one line for each request, with these fields and no other", () =>
    served(async ({ ask, entries }) => {
      const body = JSON.stringify(question("here"))
      const response = await ask("/v1/decisions?x=1", post(body))
      const text = await response.text()
      assert.strictEqual(entries.length, 1)
      const [entry = assert.fail()] = entries
      assert.deepStrictEqual(Object.keys(entry), fields)
      const { ms, ts, ...rest } = entry
      assert.match(ts, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      assert.isAtLeast(ms, 0)
      assert.deepStrictEqual(rest, {
        level: "info",
        request_id: response.headers.get("x-request-id") ?? "",
        method: "POST",
        route: "/v1/decisions",
        status: 200,
        error: null,
        first_byte_ms: null,
        bytes_in: body.length,
        bytes_out: text.length,
        group: "default",
        key_id: entry.key_id,
        engine: "embedded",
        attempts: 0,
        events: 0,
        aborted: false
      })
    }))

  it("tells a stream when it is over, with its events and bytes", () =>
    served(async ({ ask, entries }) => {
      const response = await ask("/v1/sonar", post(chat("one two three")))
      assert.strictEqual(entries.length, 0)
      const text = await response.text()
      const [entry = assert.fail()] = entries
      assert.strictEqual(entry.bytes_out, text.length)
      assert.strictEqual(entry.events, text.split("\n\n").length - 2)
      assert.isNumber(entry.first_byte_ms)
      assert.isFalse(entry.aborted)
    }))

  it("tells who left", () =>
    served(async ({ ask, entries, metrics }) => {
      const response = await ask("/v1/sonar", post(chat(JSON.stringify({ after: 1, silent: true }))))
      await response.body?.cancel()
      const controller = new AbortController()
      const asked = ask("/v1/sonar", {
        ...post(chat(JSON.stringify({ silent: true }), false)),
        signal: controller.signal
      })
      setTimeout(() => controller.abort(), 50)
      await asked.catch(() => undefined)
      while (entries.length < 2) await new Promise((resolve) => setTimeout(resolve, 2))
      assert.deepStrictEqual(
        entries.map(({ aborted, error, status }) => [aborted, error, status]),
        [
          [true, "aborted", 200],
          [true, "aborted", 499]
        ]
      )
      assert.include(await metrics(), "leadline_engine_cancellations_total 2\n")
    }))

  it("names failures by their type, those inside a stream too", () =>
    served(async ({ ask, entries }) => {
      await ask("/v1/decisions", post("{}", {}))
      await ask(`/${canary}`)
      await ask("/v1/models", { method: "DELETE" })
      await ask("/v1/decisions", post("{"))
      await ask("/v1/search", post("{}"))
      await ask("/v1/sonar", post(chat(JSON.stringify({ die: true }), false)))
      await (await ask("/v1/sonar", post(chat(JSON.stringify({ after: 1, die: true }))))).text()
      assert.deepStrictEqual(
        entries.map(({ error, level, route, status }) => [route, status, error, level]),
        [
          ["/v1/decisions", 401, "invalid_api_key", "info"],
          ["none", 404, "not_found", "info"],
          ["/v1/models", 405, "method_not_allowed", "info"],
          ["/v1/decisions", 400, "invalid_request_error", "info"],
          ["none", 404, "not_found", "info"],
          ["/v1/sonar", 500, "internal_error", "error"],
          ["/v1/sonar", 200, "internal_error", "error"]
        ]
      )
    }))
})

describe("metrics", () => {
  it("count by template, method and status, and know nothing of a caller", () =>
    served(async ({ ask, metrics }) => {
      await ask("/v1/decisions", post(question("here")))
      await ask(`/v1/skills/${canary}`, { headers: { authorization } })
      await ask(`/v1/${canary}`, { method: "PROPFIND" })
      await (await ask("/v1/sonar", post(chat("one")))).text()
      const text = await metrics()
      for (const line of [
        'leadline_http_requests_total{route="/v1/decisions",method="POST",status="200"} 1',
        'leadline_http_requests_total{route="/v1/skills/:skill_id",method="GET",status="404"} 1',
        'leadline_http_requests_total{route="none",method="OTHER",status="404"} 1',
        'leadline_http_request_duration_seconds_count{route="/v1/decisions"} 1',
        'leadline_http_first_event_seconds_count{route="/v1/sonar"} 1',
        'leadline_gate_refusals_total{reason="path"} 1',
        'leadline_engine_calls_total{engine="embedded",operation="decisions.create",outcome="ok"} 1',
        "leadline_http_open_streams 0",
        "leadline_http_body_bytes_in_flight 0"
      ]) {
        assert.include(text, `${line}\n`)
      }
      assert.notInclude(text, canary)
    }))

  it("show what is under way", () =>
    served(async ({ ask, metrics }) => {
      const response = await ask("/v1/sonar", post(chat(JSON.stringify({ after: 1, silent: true }))))
      assert.include(await metrics(), "leadline_http_open_streams 1\n")
      await response.body?.cancel()
    }))
})

describe("a server that is too busy", () => {
  const busy = Layer.succeed(Load, { isOverloaded: () => true })

  it("refuses bodies, unread, with 503, and answers all else", () =>
    served(async ({ ask, entries, metrics }) => {
      let isRead = false
      const body = new ReadableStream(
        {
          pull: (controller) => {
            isRead = true
            controller.close()
          }
        },
        { highWaterMark: 0 }
      )
      const response = await ask("/v1/decisions", { method: "POST", body, duplex: "half" } as RequestInit)
      assert.strictEqual(response.status, 503)
      assert.strictEqual(response.headers.get("retry-after"), "1")
      assert.isString(response.headers.get("x-request-id"))
      assert.strictEqual((await response.json()).error.type, "service_unavailable")
      assert.isFalse(isRead)
      assert.strictEqual((await ask("/v1/models")).status, 200)
      assert.strictEqual((await ask("/-/ready")).status, 200)
      assert.deepStrictEqual(
        entries.map(({ status }) => status),
        [503, 200]
      )
      assert.include(await metrics(), 'leadline_gate_refusals_total{reason="shed"} 1\n')
    }, busy))
})

const check = (name: string, how: Effect.Effect<unknown, unknown>) => ({ name, check: how })

describe("probes", () => {
  it("say that the server lives, whatever else is wrong", () =>
    served(
      async ({ ask, entries }) => {
        const live = await ask("/-/live")
        assert.strictEqual(live.status, 200)
        assert.deepStrictEqual(await live.json(), { status: "live" })
        assert.strictEqual(live.headers.get("cache-control"), "no-store")
        const ready = await ask("/-/ready?x=1")
        assert.strictEqual(ready.status, 503)
        assert.deepStrictEqual(await ready.json(), {
          status: "unready",
          checks: { well: "ok", failing: "failed", broken: "failed", silent: "failed" }
        })
        assert.strictEqual((await ask("/-/metrics")).status, 404)
        assert.deepStrictEqual(
          entries.map(({ route }) => route),
          ["none"]
        )
      },
      Health.layerSettings({
        checks: [
          check("well", Effect.void),
          check("failing", Effect.fail("no")),
          check("broken", Effect.die("no")),
          check("silent", Effect.never)
        ]
      })
    ))

  it("are asked with GET alone, and nothing else stands beside them", () =>
    served(async ({ ask }) => {
      for (const method of ["HEAD", "POST", "OPTIONS", "DELETE"]) {
        const response = await ask("/-/live", { method })
        assert.strictEqual(response.status, 405)
        assert.strictEqual(response.headers.get("allow"), "GET")
      }
      for (const path of ["/-/", "/-", "/-/live/", "/-/Live", "/-/other", "/x/-/live"]) {
        assert.strictEqual((await ask(path)).status, 404)
      }
    }))

  it("look at a check once a second at most", async () => {
    let asked = 0
    await served(
      async ({ ask }) => {
        for (let round = 0; round < 20; round++) await ask("/-/ready")
      },
      Health.layerSettings({
        checks: [
          check(
            "counted",
            Effect.sync(() => asked++)
          )
        ]
      })
    )
    assert.isBelow(asked, 10)
  })
})

describe("the key and the words of a caller", () => {
  it("are in no line, no metric and no span", () =>
    served(async ({ ask, entries, metrics, spans }) => {
      const secret = `Bearer ${canary}`
      const headers = {
        authorization,
        "x-note": canary,
        traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01`
      }
      const bodies = [
        question(canary),
        { [canary]: canary },
        canary,
        chat(canary),
        chat(canary, false),
        { input: canary }
      ]
      const paths = ["/v1/decisions", "/v1/sonar", "/v1/responses", "/v1/embeddings", "/search", `/${canary}`]
      for (const path of paths) {
        await (await ask(path, post({}, { authorization: secret }))).text()
        for (const body of bodies) await (await ask(`${path}?q=${canary}`, post(body, headers))).text()
      }
      for (const failing of [{ die: true }, { fail: "UnavailableError" }, { after: 1, die: true }]) {
        await (
          await ask("/v1/sonar", post(chat(JSON.stringify({ ...failing, say: canary })), headers))
        ).text()
      }
      const shown = [
        JSON.stringify(entries),
        await metrics(),
        inspect(
          spans.map(({ attributes, name, status }) => [name, attributes, status]),
          { depth: 20 }
        )
      ]
      assert.isAbove(entries.length, 40)
      assert.isAbove(spans.length, 40)
      for (const text of shown) {
        assert.notInclude(text, canary)
        assert.notInclude(text, Redacted.value(apiKey))
        assert.notInclude(text, "x-note")
      }
      const [root = assert.fail()] = spans.filter(
        ({ kind, name }) => kind === "server" && name.endsWith("decisions")
      )
      assert.strictEqual(root.name, "POST /v1/decisions")
      const inherited = spans.filter(({ traceId }) => traceId === "a".repeat(32))
      assert.isAbove(inherited.length, 40)
    }))
})
