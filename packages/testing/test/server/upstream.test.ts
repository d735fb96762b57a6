// A proxy in front of a misbehaving server: what callers get, what is sent on, and how often.
import { apiKey, startServer, proxyServices } from "../../src/index.ts"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Layer from "effect/Layer"
import * as Context from "effect/Context"
import * as Redacted from "effect/Redacted"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, assert, beforeEach, describe, it } from "vitest"

const callersKey = "callers-canary-key-0123456789"
const secret = "secret-cause"

type Handler = (response: ServerResponse, request: IncomingMessage, body: string) => void

let handler: Handler = () => undefined
const seen: Array<{
  readonly headers: IncomingMessage["headers"]
  readonly body: string
  readonly path: string
}> = []
let gone = 0

const upstream = createServer((request, response) => {
  let body = ""
  request.setEncoding("utf8")
  request.on("data", (chunk: string) => (body += chunk))
  request.on("end", () => {
    seen.push({ headers: request.headers, body, path: request.url ?? "" })
    handler(response, request, body)
  })
  response.on("close", () => {
    if (!response.writableFinished) gone++
  })
})
await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve))
const { port } = upstream.address() as AddressInfo
afterAll(() => {
  upstream.closeAllConnections()
  upstream.close()
})

class Proxy extends Context.Service<Proxy, string>()("@leadline/testing/test/Proxy") {}

const start = (options?: Parameters<typeof proxyServices>[1]) => {
  const runtime = ManagedRuntime.make(
    Layer.effect(Proxy, startServer({ ...proxyServices(`http://127.0.0.1:${port}`, options) }))
  )
  afterAll(() => runtime.dispose())
  return () => runtime.runPromise(Proxy)
}

const proxy = start()

beforeEach(() => {
  seen.length = 0
  gone = 0
})

const decision = JSON.stringify({
  model: "decider-27b",
  state: "x",
  questions: { a: { type: "noul", instructions: "Is it so?" } }
})

const chat = (stream: boolean) =>
  JSON.stringify({ model: "sonar", stream, messages: [{ role: "user", content: "x" }] })

const post = async (baseUrl: string, path: string, body: string, init: RequestInit = {}) =>
  fetch(baseUrl + path, {
    method: "POST",
    headers: {
      authorization: `Bearer ${Redacted.value(apiKey)}`,
      "x-api-key": callersKey,
      cookie: callersKey
    },
    body,
    ...init
  })

const askDecision = async (ready: () => Promise<string>) => post(await ready(), "/v1/decisions", decision)

const json =
  (status: number, value: unknown, headers: { readonly [name: string]: string } = {}): Handler =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers })
    response.end(JSON.stringify(value))
  }

const answer = {
  model: "decider-27b",
  answers: { a: { type: "noul", noul: 0.7, further: [1] } },
  usage: { input_tokens: 3, output_tokens: 0, cached: true },
  trace: "kept"
}

const error = (status: number, type: string, headers = {}): Handler =>
  json(status, { error: { message: `${secret} at 10.0.0.7`, type, code: null, param: null } }, headers)

const page: Handler = (response) => {
  response.writeHead(200, { "content-type": "text/html" })
  response.end(`<html>${secret}</html>`)
}

/** Says that 300 MiB follow, and sends what is taken. */
const flood: Handler = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": 300 * 1024 * 1024 })
  const block = Buffer.alloc(1024 * 1024, "x")
  const write = (): void => {
    while (!response.destroyed && response.write(block));
    if (!response.destroyed) response.once("drain", write)
  }
  write()
}

const rows: ReadonlyArray<readonly [name: string, handler: Handler, status: number, type: string]> = [
  ["an HTML page", page, 502, "bad_gateway"],
  [
    "a redirect",
    (response) => response.writeHead(307, { location: "http://127.0.0.1:1/" }).end(),
    502,
    "bad_gateway"
  ],
  ["JSON that is cut", (response) => response.writeHead(200).end(`{"model":"${secret}`), 502, "bad_gateway"],
  ["an empty answer", (response) => response.writeHead(200).end(), 502, "bad_gateway"],
  ["300 MiB", flood, 502, "bad_gateway"],
  [
    "an answer to other questions",
    json(200, { ...answer, answers: { b: { type: "noul", noul: 1 } } }),
    502,
    "bad_gateway"
  ],
  ["another content coding", json(200, answer, { "content-encoding": "gzip" }), 502, "bad_gateway"],
  ["a closed connection", (response) => response.destroy(), 502, "bad_gateway"],
  ["401 about the server's own key", error(401, "invalid_api_key"), 502, "bad_gateway"],
  ["403 about the server's own key", error(403, "forbidden"), 502, "bad_gateway"],
  ["402", error(402, "no_credit"), 502, "bad_gateway"],
  ["404 of a path", (response) => response.writeHead(404).end(), 502, "bad_gateway"],
  ["409", error(409, "conflict"), 502, "bad_gateway"],
  ["400 of a limit only it knows", error(400, "invalid_request"), 400, "invalid_request"],
  ["413", error(413, "invalid_request_error"), 413, "invalid_request_error"],
  ["429", error(429, "too_many_requests", { "retry-after": "7" }), 429, "too_many_requests"],
  ["500", error(500, "internal_error"), 500, "internal_error"],
  ["502 as HTML", (response) => response.writeHead(502).end(`<html>${secret}`), 502, "bad_gateway"],
  ["503", error(503, "service_unavailable", { "retry-after": "999999" }), 503, "service_unavailable"],
  ["504 as HTML", (response) => response.writeHead(504).end(`<html>${secret}`), 504, "gateway_timeout"]
]

describe("a proxy", () => {
  it.each(rows)("answers %s in words of its own, after one request", async (_name, given, status, type) => {
    handler = given
    const response = await post(await proxy(), "/v1/decisions", decision)
    const text = await response.text()
    assert.strictEqual(response.status, status, text)
    assert.strictEqual(JSON.parse(text).error.type, type)
    assert.notInclude(text + JSON.stringify([...response.headers]), secret)
    assert.notInclude(text, "10.0.0.7")
    assert.strictEqual(seen.length, 1)
  })

  it("passes Retry-After on, a minute at most", async () => {
    const waits = []
    for (const [status, wait] of [
      [429, "7"],
      [503, "7"],
      [503, "999999"]
    ] as const) {
      handler = error(status, "x", { "retry-after": wait })
      const response = await post(await proxy(), "/v1/decisions", decision)
      waits.push(response.headers.get("retry-after"))
    }
    assert.deepStrictEqual(waits, ["7", "7", "60"])
  })

  it("asks with its own key; the caller's key and headers never leave", async () => {
    handler = json(200, answer)
    await post(await proxy(), "/v1/decisions", decision, {
      headers: {
        authorization: `Bearer ${Redacted.value(apiKey)}`,
        "x-api-key": callersKey,
        cookie: callersKey,
        "x-forwarded-for": "203.0.113.9",
        "x-request-id": callersKey
      }
    })
    const [request] = seen
    assert.notInclude(JSON.stringify(request), callersKey)
    assert.notInclude(JSON.stringify(request), "203.0.113.9")
    assert.strictEqual(request?.path, "/v1/decisions")
  })

  it("keeps fields nobody knows", async () => {
    handler = json(200, answer)
    const response = await post(await proxy(), "/v1/decisions", decision)
    assert.deepStrictEqual(await response.json(), answer)
  })

  it("names both request ids", async () => {
    handler = json(200, answer, { "x-request-id": "upstream-1" })
    const { headers } = await post(await proxy(), "/v1/decisions", decision)
    assert.strictEqual(headers.get("x-leadline-upstream-request-id"), "upstream-1")
    assert.match(headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
    handler = error(500, "internal_error", { "x-request-id": "upstream-2" })
    const failed = await post(await proxy(), "/v1/decisions", decision)
    assert.strictEqual(failed.headers.get("x-leadline-upstream-request-id"), "upstream-2")
  })

  it("tells the tighter of the two rate limits", async () => {
    const limits = { "x-ratelimit-limit": "50", "x-ratelimit-used": "46", "x-ratelimit-reset": "1790000000" }
    handler = json(200, answer, { ...limits, "x-ratelimit-remaining": "4" })
    const tight = await post(await proxy(), "/v1/decisions", decision)
    const told = ["limit", "remaining", "used", "reset"].map((name) =>
      tight.headers.get(`x-ratelimit-${name}`)
    )
    assert.deepStrictEqual(told, ["50", "4", "46", "1790000000"])
    handler = json(200, answer, {
      ...limits,
      "x-ratelimit-limit": "99999999",
      "x-ratelimit-remaining": "99999998"
    })
    const wide = await post(await proxy(), "/v1/decisions", decision)
    assert.strictEqual(wide.headers.get("x-ratelimit-limit"), "1000000")
  })

  it.each([
    ["is passed on as the text it came in", `{ "further" : [1.0, "ü"],\n`, true],
    ["with an escape is written anew", `{ "further": "\\u0061",`, false],
    ["of more than 16 KiB is written anew", `{ "further": "${"x".repeat(16_384)}",`, false],
    ["in which a name stands twice is written anew", `{ "further": 1, "further": 2,`, false],
    [
      "in which a name stands twice within is written anew",
      `{ "further": [{ "a": 1, "\\u0061": 2 }],`,
      false
    ],
    ["with a number that others read otherwise is written anew", `{ "further": 9007199254740993,`, false],
    ["after a byte order mark is passed on without it", `\ufeff{ "further": 1,`, true]
  ])("an answer %s", async (_name, beginning, isPassed) => {
    const text = beginning + JSON.stringify(answer).slice(1)
    handler = (response) => response.writeHead(200, { "content-type": "application/json" }).end(text)
    const response = await askDecision(proxy)
    const plain = text.replace("\ufeff", "")
    assert.strictEqual(response.status, 200)
    assert.strictEqual(await response.text(), isPassed ? plain : JSON.stringify(JSON.parse(plain)))
  })

  it("asks nothing upstream for a request that it refuses itself", async () => {
    handler = json(200, answer)
    const response = await post(await proxy(), "/v1/decisions", '{"model":"decider-27b"}')
    assert.deepStrictEqual([response.status, seen.length], [400, 0])
  })
})

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
    handler = (response) => {
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
    assert.strictEqual(seen.length, 1)
  })

  it("that breaks off ends with one fixed event and no end mark", async () => {
    handler = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" })
      response.write(chunk("chat.completion.chunk", "one"), () => response.destroy())
    }
    const text = await (await post(await proxy(), "/v1/sonar", chat(true))).text()
    assert.include(text, '"type":"internal_error"')
    assert.notInclude(text, "[DONE]")
  })

  it("that holds an error upstream says nothing of its words", async () => {
    handler = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" })
      response.end(`data: ${JSON.stringify({ error: { message: secret, type: "overloaded_error" } })}\n\n`)
    }
    const text = await (await post(await proxy(), "/v1/sonar", chat(true))).text()
    assert.notInclude(text, secret)
    assert.include(text, '"type":"internal_error"')
  })

  it("is refused in an ordinary answer before it begins", async () => {
    handler = error(429, "too_many_requests", { "retry-after": "3" })
    const response = await post(await proxy(), "/v1/sonar", chat(true))
    assert.deepStrictEqual([response.status, response.headers.get("retry-after")], [429, "3"])
  })

  it("that nobody reads is not read upstream either", async () => {
    let written = 0
    handler = (response) => {
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
    await until(() => gone === 1)
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
    handler = begin
    const abort = new AbortController()
    const answered = post(await proxy(), path, body, { signal: abort.signal }).then(
      (response) => response.body?.getReader().read(),
      () => undefined
    )
    await until(() => seen.length === 1)
    if (begin !== undefined)
      await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, 200))])
    abort.abort()
    // 100 ms on a machine of its own; this one may be busy.
    assert.isBelow(await until(() => gone === 1), 2_000)
  })
})

describe("an upstream server that is late or fails", () => {
  const hasty = start({ timeout: "200 millis", idleTimeout: "200 millis" })

  it("is 504 after the time given", async () => {
    handler = () => undefined
    const response = await post(await hasty(), "/v1/decisions", decision)
    assert.strictEqual(response.status, 504)
    await until(() => gone === 1)
    assert.strictEqual(seen.length, 1)
  })

  it("ends a stream that falls silent", async () => {
    handler = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" })
      response.write(chunk("chat.completion.chunk", "one"))
    }
    const text = await (await post(await hasty(), "/v1/sonar", chat(true))).text()
    assert.include(text, '"type":"internal_error"')
  })

  const wary = start({ breaker: { calls: 5, pause: 60_000 } })

  it("is not asked again for a while once it fails", async () => {
    handler = error(500, "internal_error")
    for (let call = 0; call < 5; call++) assert.strictEqual((await askDecision(wary)).status, 500)
    const refused = await askDecision(wary)
    assert.strictEqual(refused.status, 503)
    const wait = Number(refused.headers.get("retry-after"))
    assert.isTrue(wait > 0 && wait <= 60, String(wait))
    assert.strictEqual(seen.length, 5)
  })

  const mending = start({ breaker: { calls: 3, pause: 1 } })

  it("is tried by one call, and asked by all again once that is answered", async () => {
    handler = page
    for (let call = 0; call < 3; call++) assert.strictEqual((await askDecision(mending)).status, 502)
    handler = json(200, answer)
    let status = 0
    for (let call = 0; call < 100 && status !== 200; call++) status = (await askDecision(mending)).status
    assert.deepStrictEqual([status, (await askDecision(mending)).status], [200, 200])
  })

  it("opens for no refusal of requests", async () => {
    handler = error(429, "too_many_requests")
    const patient = await start({ breaker: { calls: 2 } })()
    for (let call = 0; call < 6; call++) {
      assert.strictEqual((await post(patient, "/v1/decisions", decision)).status, 429)
    }
  })
})
