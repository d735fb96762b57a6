// A proxy in front of a misbehaving server: streams, callers that leave, timeouts and the circuit breaker.
import type { ServerResponse } from "node:http"
import { assert, describe, it } from "vitest"
import {
  answer,
  askDecision,
  chat,
  decision,
  error,
  json,
  page,
  post,
  secret,
  resetUpstream,
  startProxy,
  upstream
} from "./misbehavingUpstream.ts"

resetUpstream()
const proxy = startProxy()

const chunk = (object: string, content: string) =>
  `data: ${JSON.stringify({
    id: "c1",
    object,
    created: 1,
    model: "sonar",
    choices: [{ index: 0, finish_reason: null, delta: { role: "assistant", content } }]
  })}\n\n`

const until = async (holds: () => boolean, within = 5_000): Promise<number> => {
  const startedAt = performance.now()
  while (!holds()) {
    if (performance.now() - startedAt > within) return assert.fail("it does not come to pass")
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return performance.now() - startedAt
}

describe("a stream through a proxy", () => {
  it("comes event by event", async () => {
    let begun: ServerResponse | undefined
    upstream.handler = (response) => {
      begun = response
      response.writeHead(200, { "content-type": "text/event-stream" })
      response.write(chunk("chat.completion.chunk", "one"))
    }
    const response = await post(await proxy(), "/v1/sonar", chat(true))
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    assert.include((await reader?.read())?.value, "one")
    begun?.end(`${chunk("chat.completion.done", "two")}data: [DONE]\n\n`)
    let rest = ""
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read())
      rest += part.value
    assert.include(rest, "two")
    assert.isTrue(rest.endsWith("data: [DONE]\n\n"))
    assert.strictEqual(upstream.requests.length, 1)
  })

  it("that breaks off ends with one fixed event and no end mark", async () => {
    upstream.handler = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" })
      response.write(chunk("chat.completion.chunk", "one"), () => response.destroy())
    }
    const text = await (await post(await proxy(), "/v1/sonar", chat(true))).text()
    assert.include(text, '"type":"internal_error"')
    assert.notInclude(text, "[DONE]")
  })

  it("that holds an error upstream says nothing of its words", async () => {
    upstream.handler = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" })
      response.end(`data: ${JSON.stringify({ error: { message: secret, type: "overloaded_error" } })}\n\n`)
    }
    const text = await (await post(await proxy(), "/v1/sonar", chat(true))).text()
    assert.notInclude(text, secret)
    assert.include(text, '"type":"internal_error"')
  })

  it("is refused in an ordinary answer before it begins", async () => {
    upstream.handler = error(429, "too_many_requests", { "retry-after": "3" })
    const response = await post(await proxy(), "/v1/sonar", chat(true))
    assert.deepStrictEqual([response.status, response.headers.get("retry-after")], [429, "3"])
  })

  it("that is not read is not read upstream either", async () => {
    let written = 0
    upstream.handler = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" })
      const block = chunk("chat.completion.chunk", "x".repeat(60_000))
      const write = (): void => {
        while (!response.destroyed && response.write(block)) written += block.length
        if (!response.destroyed) response.once("drain", write)
      }
      write()
    }
    const abort = new AbortController()
    await post(await proxy(), "/v1/sonar", chat(true), { signal: abort.signal })
    let before = -1
    await until(() => {
      const isStill = written === before
      before = written
      return isStill && written > 0
    })
    assert.isBelow(written, 64 * 1024 * 1024)
    abort.abort()
    await until(() => upstream.abandoned === 1)
  })
})

describe("a caller that leaves", () => {
  it.each([
    ["before an answer", "/v1/decisions", decision, () => undefined],
    ["before the first event", "/v1/sonar", chat(true), () => undefined],
    [
      "between events",
      "/v1/sonar",
      chat(true),
      (response: ServerResponse) => {
        response.writeHead(200, { "content-type": "text/event-stream" })
        response.write(chunk("chat.completion.chunk", "one"))
      }
    ]
  ] as const)("%s ends the request upstream", async (_name, path, body, begin) => {
    upstream.handler = begin
    const abort = new AbortController()
    const answered = post(await proxy(), path, body, { signal: abort.signal }).then(
      (response) => response.body?.getReader().read(),
      () => undefined
    )
    await until(() => upstream.requests.length === 1)
    if (begin !== undefined)
      await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, 200))])
    abort.abort()
    // 100 ms on a machine of its own; this one may be busy.
    assert.isBelow(await until(() => upstream.abandoned === 1), 2_000)
  })
})

describe("an upstream server that is late or fails", () => {
  const hasty = startProxy({ timeout: "200 millis", idleTimeout: "200 millis" })

  it("is 504 after the time given", async () => {
    upstream.handler = () => undefined
    const response = await post(await hasty(), "/v1/decisions", decision)
    assert.strictEqual(response.status, 504)
    await until(() => upstream.abandoned === 1)
    assert.strictEqual(upstream.requests.length, 1)
  })

  it("ends a stream that falls silent", async () => {
    upstream.handler = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" })
      response.write(chunk("chat.completion.chunk", "one"))
    }
    const text = await (await post(await hasty(), "/v1/sonar", chat(true))).text()
    assert.include(text, '"type":"internal_error"')
  })

  const wary = startProxy({ circuitBreaker: { minimumCalls: 5, openDuration: 60_000 } })

  it("is not asked again for a while once it fails", async () => {
    upstream.handler = error(500, "internal_error")
    for (let call = 0; call < 5; call++) assert.strictEqual((await askDecision(wary)).status, 500)
    const refused = await askDecision(wary)
    assert.strictEqual(refused.status, 503)
    const wait = Number(refused.headers.get("retry-after"))
    assert.isTrue(wait > 0 && wait <= 60, String(wait))
    assert.strictEqual(upstream.requests.length, 5)
    // The other operations are asked as before.
    assert.strictEqual((await post(await wary(), "/chat/completions", chat(false))).status, 500)
    assert.strictEqual(upstream.requests.length, 6)
  })

  const mending = startProxy({ circuitBreaker: { minimumCalls: 3, openDuration: 1 } })

  it("is tried by one call, and asked by all again once that is answered", async () => {
    upstream.handler = page
    for (let call = 0; call < 3; call++) assert.strictEqual((await askDecision(mending)).status, 502)
    upstream.handler = json(200, answer)
    let status = 0
    for (let call = 0; call < 100 && status !== 200; call++) status = (await askDecision(mending)).status
    assert.deepStrictEqual([status, (await askDecision(mending)).status], [200, 200])
  })

  it.each([400, 401, 402, 403, 404, 409, 413, 422, 429])(
    "is asked again however often it refuses with %i",
    async (status) => {
      upstream.handler = error(status, "invalid_request_error")
      const patient = await startProxy({ circuitBreaker: { minimumCalls: 2 } })()
      for (let call = 0; call < 6; call++) await post(patient, "/v1/decisions", decision)
      assert.strictEqual(upstream.requests.length, 6)
    }
  )
})
