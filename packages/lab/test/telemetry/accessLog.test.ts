// The access log has one line for each request, and no telemetry contains a key or content.
import * as Redacted from "effect/Redacted"
import { inspect } from "node:util"
import { assert, it } from "vitest"
import { activeWork, apiKey } from "../../src/index.ts"
import { authorization, chat, post, silent, until } from "../server/support.ts"
import { canary, question, withServer } from "./recordingServer.ts"

it("a line of the log has these fields and no other", () =>
  withServer(async ({ ask, entries }) => {
    const body = JSON.stringify(question("here"))
    const response = await ask("/v1/decisions?x=1", post(body))
    const text = await response.text()
    const [entry = assert.fail()] = entries
    const { key_id, ms, ts, ...rest } = entry
    assert.match(ts, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.isAtLeast(ms, 0)
    assert.isString(key_id)
    assert.deepStrictEqual<object>(rest, {
      level: "info",
      request_id: response.headers.get("x-request-id"),
      method: "POST",
      route: "/v1/decisions",
      status: 200,
      error: null,
      first_byte_ms: null,
      bytes_in: body.length,
      bytes_out: text.length,
      group: "default",
      engine: "embedded",
      attempts: 0,
      events: 0,
      aborted: false
    })
  }))

it("a stream has its line when it is over, with its events and bytes, and a caller who disconnected", () =>
  withServer(async ({ ask, entries }) => {
    const response = await ask("/v1/sonar", post(chat("one two three", true)))
    assert.strictEqual(entries.length, 0)
    const text = await response.text()
    const [entry = assert.fail()] = entries
    assert.deepInclude(entry, { bytes_out: text.length, events: text.split("\n\n").length - 2 })
    assert.isNumber(entry.first_byte_ms)
    const left = await ask("/v1/sonar", post(chat(silent, true)))
    await left.body?.cancel()
    await until(() => activeWork.size === 0)
    const controller = new AbortController()
    const init = post(chat({ silent: true }, false), { signal: controller.signal })
    const asked = ask("/v1/sonar", init).catch(() => undefined)
    await until(() => activeWork.size > 0)
    controller.abort()
    await asked
    await until(() => entries.length === 3)
    assert.deepStrictEqual(
      entries.map(({ aborted, error, status }) => [aborted, error, status]),
      [
        [false, null, 200],
        [true, "aborted", 200],
        [true, "aborted", 499]
      ]
    )
  }))

it("failures are named by their type, those inside a stream too", () =>
  withServer(async ({ ask, entries }) => {
    await ask("/v1/decisions", post("{}", { headers: {} }))
    await ask(`/${canary}`)
    await ask("/v1/models", { method: "DELETE" })
    await ask("/v1/decisions", post("{"))
    await ask("/v1/sonar", post(chat({ die: true }, false)))
    await (await ask("/v1/sonar", post(chat({ after: 1, die: true }, true)))).text()
    assert.deepStrictEqual(
      entries.map(({ error, level, route, status }) => [route, status, error, level]),
      [
        ["/v1/decisions", 401, "invalid_api_key", "info"],
        ["none", 404, "not_found", "info"],
        ["/v1/models", 405, "method_not_allowed", "info"],
        ["/v1/decisions", 400, "invalid_request_error", "info"],
        ["/v1/sonar", 500, "internal_error", "error"],
        ["/v1/sonar", 200, "internal_error", "error"]
      ]
    )
  }))

it("the key and the words of a caller are in no line, no metric and no span", () =>
  withServer(async ({ ask, entries, metrics, spans }) => {
    const headers = { authorization, "x-note": canary }
    const bodies = [question(canary), { [canary]: canary }, canary, chat(canary, true), { input: canary }]
    const paths = ["/v1/decisions", "/v1/sonar", "/v1/responses", "/v1/embeddings", "/search", `/${canary}`]
    for (const path of paths) {
      await (await ask(path, post({}, { headers: { authorization: `Bearer ${canary}` } }))).text()
      for (const body of bodies) await (await ask(`${path}?q=${canary}`, post(body, { headers }))).text()
    }
    for (const after of [0, 1])
      await (await ask("/v1/sonar", post(chat({ after, die: true, say: canary }, true), { headers }))).text()
    const shown = spans.map(({ attributes, name, status }) => [name, attributes, status])
    assert.isAbove(entries.length, 30)
    assert.isAbove(spans.length, 30)
    for (const text of [JSON.stringify(entries), await metrics(), inspect(shown, { depth: 20 })])
      for (const secret of [canary, Redacted.value(apiKey), "x-note"]) assert.notInclude(text, secret)
  }))
