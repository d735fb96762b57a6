// Access log, probes and metrics of a server process, and that they contain no text of a caller.
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { ask, canary, key } from "../support/canary.ts"
import { eventually } from "../support/eventually.ts"
import { leadline } from "../support/runCommand.ts"
import { send, start } from "../support/serverProcess.ts"

interface Entry {
  readonly [field: string]: unknown
}

/** The access log lines of an output, behind those of the start. */
const entriesOf = (out: string): ReadonlyArray<Entry> =>
  out.split("\n").flatMap((line) => {
    const entry: Entry = line.startsWith("{") ? JSON.parse(line) : {}
    return "route" in entry ? [entry] : []
  })

/** The status of a GET, or of a POST with a body. */
const status = async (url: string, token = key, body?: unknown) => (await send(url, token, body)).status

describe.concurrent("a server process", () => {
  it("logs each request as a line of JSON, and serves probes and metrics on loopback", async () => {
    const server = start({ LEADLINE_API_KEY: key })
    const { baseUrl } = await server.ready()
    const response = await ask(baseUrl)
    assert.strictEqual(response.status, 200)
    await send(`${baseUrl}/${canary}`, canary, "")
    await send(`${baseUrl}/v1/decisions`, canary, "{")
    assert.deepStrictEqual(JSON.parse((await send(`${baseUrl}/-/live`, "")).text), { status: "live" })
    assert.deepStrictEqual(JSON.parse((await send(`${baseUrl}/-/ready`, "")).text), {
      status: "ready",
      checks: { store: "ok", writes: "ok" }
    })
    const { text: metrics } = await send(`${baseUrl}/-/metrics`, "")
    for (const name of [
      'leadline_http_requests_total{route="/v1/decisions",method="POST",status="200"} 1',
      "leadline_http_request_duration_seconds_bucket",
      'leadline_event_loop_delay_seconds{quantile="0.99"}',
      'leadline_memory_bytes{kind="rss"}'
    ]) {
      assert.include(metrics, name)
    }
    await eventually("three lines of the access log", () => entriesOf(server.seen.out).length >= 3)
    await server.stop()
    assert.deepStrictEqual(
      entriesOf(server.seen.out).map(({ key_id, route, status: sent }) => [route, sent, typeof key_id]),
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
    const admin = /Probes, metrics and admin API: (http:[^\s"]+)/.exec(server.seen.out)?.[1] ?? ""
    for (const path of ["/-/live", "/-/ready", "/-/metrics", "/groups"]) {
      assert.deepEqual(
        [await status(admin + path, token), await status(baseUrl + path, token)],
        [200, 404],
        path
      )
    }
    assert.strictEqual(await status(`${admin}/groups`), 401)
    assert.strictEqual(await status(`${admin}/v1/models`), 404)
    assert.strictEqual((await ask(baseUrl)).status, 200)
    await server.printed(/POST \/v1\/decisions 200 \d+ ms/)
    await send(`${admin}/groups/default/disable`, token, "")
    assert.strictEqual((await ask(baseUrl)).status, 401)
    await server.stop()
    for (const secret of [token, canary]) {
      assert.notInclude(server.seen.out + server.seen.error, secret)
    }
    const directory = join(server.directory, ".leadline")
    const { out } = await leadline(["usage", "export", "--json"], { directory })
    assert.deepInclude(JSON.parse(out)[0], { group: "default", operation: "decisions.create", requests: 1 })
  })

  it("on all addresses serves no metrics by default, and logs no requests with LEADLINE_LOG_FORMAT=off", async () => {
    const env = { LEADLINE_API_KEY: key, HOST: "0.0.0.0" }
    const shown = start({ ...env, LEADLINE_METRICS: "on", LEADLINE_LOG_FORMAT: "off" })
    const hidden = start(env)
    const [{ baseUrl: open }, { baseUrl: closed }] = [await shown.ready(), await hidden.ready()]
    assert.strictEqual(await status(`${open}/-/metrics`), 200)
    assert.strictEqual(await status(`${closed}/-/metrics`), 404)
    assert.strictEqual(await status(`${closed}/-/ready`), 200)
    await ask(open)
    await Promise.all([shown.stop(), hidden.stop()])
    assert.deepStrictEqual(entriesOf(shown.seen.out), [])
  })

  it("keeps answering when its log is not read", async () => {
    const server = start({ LEADLINE_API_KEY: key })
    const { baseUrl } = await server.ready()
    server.child.stdout.destroy()
    server.child.stderr.destroy()
    for (let round = 0; round < 20; round++) assert.strictEqual((await ask(baseUrl)).status, 200)
    assert.include((await send(`${baseUrl}/-/metrics`, "")).text, "leadline_log_lines_dropped_total")
    await server.stop()
  })
})
