// Metrics, load shedding and health probes.
import * as Health from "@leadline/core/health"
import { LoadShedding } from "@leadline/core/internal"
import * as ServerSettings from "@leadline/core/server-settings"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { assert, describe, it } from "vitest"
import {
  authorization,
  canary,
  chat,
  post,
  question,
  type RecordingServer,
  withServer
} from "../telemetry/recordingServer.ts"
import { makeClock, move, turns } from "./support.ts"

it("metrics count by template, method and status, show what is in progress, and know nothing of a caller", () =>
  withServer(async ({ ask, metrics }) => {
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
      "leadline_http_body_bytes_in_flight 0"
    ]) {
      assert.include(text, `${line}\n`)
    }
    assert.notInclude(text, canary)
    const open = await ask("/v1/sonar", post(chat({ after: 1, silent: true })))
    assert.include(await metrics(), "leadline_http_open_streams 1\n")
    await open.body?.cancel()
  }))

/** So many streams of one group. */
const open = async (ask: RecordingServer["ask"], count: number) => {
  const silent = post(chat({ after: 0, silent: true }))
  for (let at = 0; at < count; at++) assert.strictEqual((await ask("/v1/sonar", silent)).status, 200)
}

describe("a server that is too busy", () => {
  const origin = "https://app.example"
  const busy = Layer.merge(
    Layer.succeed(LoadShedding, { isOverloaded: () => true }),
    ServerSettings.layer({ origins: [origin] })
  )

  it("refuses bodies of a group with many requests, unread, with a 503 that pages may read", () =>
    withServer(async ({ ask, metrics }) => {
      await open(ask, 4)
      assert.strictEqual((await ask("/v1/decisions", post(question("here")))).status, 200)
      await open(ask, 1)
      let isRead = false
      const body = new ReadableStream({ pull: () => void (isRead = true) }, { highWaterMark: 0 })
      const init: RequestInit & { readonly duplex: "half" } = {
        ...post("", { authorization, origin }),
        body,
        duplex: "half"
      }
      const response = await ask("/v1/decisions", init)
      assert.strictEqual(response.status, 503)
      assert.strictEqual(response.headers.get("retry-after"), "1")
      assert.strictEqual(response.headers.get("access-control-allow-origin"), origin)
      assert.strictEqual((await response.json()).error.type, "service_unavailable")
      assert.isFalse(isRead)
      assert.include(await metrics(), 'leadline_gate_refusals_total{reason="shed"} 1\n')
    }, busy))
})

describe("probes", () => {
  it("say that the server lives, whatever else is wrong, and look at a check once a second", async () => {
    const clock = await makeClock()
    let asked = 0
    const checks = {
      well: Effect.sync(() => asked++),
      failing: Effect.fail("no"),
      broken: Effect.die("no"),
      silent: Effect.never
    }
    const settings = Health.layerSettings({
      checks: Object.entries(checks).map(([name, check]) => ({ name, check }))
    })
    await withServer(
      async ({ ask }) => {
        const live = await ask("/-/live")
        assert.deepStrictEqual([live.status, await live.json()], [200, { status: "live" }])
        assert.strictEqual(live.headers.get("cache-control"), "no-store")
        const first = ask("/-/ready?x=1")
        await turns()
        await move(clock, 1_000)
        const ready = await first
        assert.strictEqual(ready.status, 503)
        assert.deepStrictEqual(await ready.json(), {
          status: "unready",
          checks: { well: "ok", failing: "failed", broken: "failed", silent: "failed" }
        })
        for (let round = 0; round < 20; round++) await ask("/-/ready")
        assert.strictEqual(asked, 1)
        await move(clock, 1_000)
        const second = ask("/-/ready")
        await turns()
        await move(clock, 1_000)
        await second
        assert.strictEqual(asked, 2)
        assert.strictEqual((await ask("/-/metrics")).status, 404)
      },
      Layer.merge(Layer.succeed(Clock.Clock, clock), settings)
    )
  })
})
