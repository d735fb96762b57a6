// Access log, probes and metrics of a server process, and that they contain no text of a caller.
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { leadline } from "../support/runCommand.ts"
import { start } from "../support/serverProcess.ts"
import { ask, canary, key, stop } from "../support/watchedServer.ts"

const until = async (isDone: () => boolean) => {
  while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** The access log lines of an output. */
const entriesOf = (out: string): ReadonlyArray<{ readonly [field: string]: unknown }> =>
  out.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []))

describe.concurrent("a server process", () => {
  it("logs each request as a line of JSON, and serves probes and metrics on loopback", async () => {
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
    assert.deepStrictEqual(await ready.json(), { status: "ready", checks: { store: "ok", writes: "ok" } })
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
    await stop(server)
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

  it("on all addresses serves probes and metrics on the admin port only", async () => {
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
    await stop(server)
    assert.notInclude(server.seen.out, canary)
  })

  it("serves the admin API on the admin port only, and records what groups use", async () => {
    const token = "operator-token-0123456789-abcdef"
    const server = start({ LEADLINE_API_KEY: key, LEADLINE_ADMIN_PORT: "0", LEADLINE_ADMIN_TOKEN: token })
    const { baseUrl } = await server.ready()
    await until(() => server.seen.out.includes("admin API: "))
    const admin = /^Probes, metrics and admin API: (http:\S+)$/m.exec(server.seen.out)?.[1] ?? ""
    const headers = { authorization: `Bearer ${token}` }
    assert.strictEqual((await fetch(`${admin}/groups`, { headers })).status, 200)
    assert.strictEqual((await fetch(`${admin}/-/live`)).status, 200)
    assert.strictEqual((await fetch(`${admin}/groups`)).status, 401)
    assert.strictEqual((await fetch(`${baseUrl}/groups`, { headers })).status, 404)
    assert.strictEqual((await ask(baseUrl, "here")).status, 200)
    await fetch(`${admin}/groups/default/disable`, { method: "POST", headers })
    assert.strictEqual((await ask(baseUrl, "here")).status, 401)
    await stop(server)
    assert.notInclude(server.seen.out + server.seen.error, token)
    const { out } = await leadline(["usage", "export", "--json"], {
      directory: join(server.directory, ".leadline")
    })
    assert.deepInclude(JSON.parse(out)[0], { group: "default", operation: "decisions.create", requests: 1 })
  })

  it("on all addresses serves no metrics by default, and logs no requests with LEADLINE_LOG_FORMAT=off", async () => {
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
    await Promise.all([stop(shown), stop(hidden)])
    assert.deepStrictEqual(entriesOf(shown.seen.out), [])
  })

  it("keeps answering when its log is not read", async () => {
    const server = start({ LEADLINE_API_KEY: key })
    const { baseUrl } = await server.ready()
    server.child.stdout.destroy()
    server.child.stderr.destroy()
    for (let round = 0; round < 20; round++) assert.strictEqual((await ask(baseUrl, "here")).status, 200)
    assert.include(await (await fetch(`${baseUrl}/-/metrics`)).text(), "leadline_log_lines_dropped_total")
    await stop(server)
  })
})
