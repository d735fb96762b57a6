// A proxy in front of a misbehaving server: what callers get, what is sent on, how often; streams, and callers that leave.
import * as Redacted from "effect/Redacted"
import type { IncomingHttpHeaders } from "node:http"
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "vitest"
import { type FaultReply, playReply } from "../../src/faults/FaultReply.ts"
import { apiKey, proxyServices, startServer } from "../../src/index.ts"
import { serveHttp } from "../../src/ports.ts"
import { useScope } from "../scope.ts"
import { authorization, chat, decision, post, until } from "./support.ts"

/** What the upstream says in its errors, which callers must not see. */
const secret = "secret-cause"

let reply: FaultReply = {}
let requests: Array<IncomingHttpHeaders> = []
/** Responses that the proxy closed early. */
let abandoned = 0

const upstream = await serveHttp((request, response) => {
  request.resume().on("end", () => {
    requests.push(request.headers)
    void playReply(response, reply)
  })
  response.on("close", () => {
    if (!response.writableFinished) abandoned++
  })
})
afterAll(upstream.close)

const run = useScope()
let proxy = ""
beforeAll(async () => {
  proxy = await run(startServer(proxyServices(upstream.url)))
})
beforeEach(() => {
  requests = []
  abandoned = 0
})

const askDecision = (init: RequestInit = {}) => fetch(`${proxy}/v1/decisions`, post(decision("x"), init))

/** Asks for a stream. */
const askChat = (init: RequestInit = {}) => fetch(`${proxy}/v1/sonar`, post(chat("x", true), init))

const json = (status: number, value: unknown, headers: FaultReply["headers"] = {}): FaultReply => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  parts: [typeof value === "string" ? value : JSON.stringify(value)]
})

/** A valid answer with extra fields. */
const answer = {
  model: "decider-27b",
  answers: { a: { type: "noul", noul: 0.7, further: [1] } },
  usage: { input_tokens: 3, output_tokens: 0, cached: true },
  trace: "kept"
}

const error = (status: number, type: string, headers?: FaultReply["headers"]): FaultReply =>
  json(status, { error: { message: `${secret} at 10.0.0.7`, type, code: null, param: null } }, headers)

const event = (content: string, more: object = {}) =>
  `data: ${JSON.stringify({
    id: "c1",
    object: "chat.completion.chunk",
    created: 1,
    model: "sonar",
    choices: [{ index: 0, finish_reason: null, delta: { role: "assistant", content } }],
    ...more
  })}\n\n`

const streaming = (part: string, ending: FaultReply["ending"] = "end"): FaultReply => ({
  headers: { "content-type": "text/event-stream" },
  parts: [part],
  ending
})

const rows: ReadonlyArray<[name: string, FaultReply, status: number, type: string, retryAfter?: string]> = [
  [
    "an HTML page",
    { headers: { "content-type": "text/html" }, parts: [`<html>${secret}</html>`] },
    502,
    "bad_gateway"
  ],
  ["401 about the server's own key", error(401, "invalid_api_key"), 502, "bad_gateway"],
  ["404 of a path", { status: 404 }, 502, "bad_gateway"],
  ["400 of a limit only it knows", error(400, "invalid_request"), 400, "invalid_request"],
  ["429", error(429, "too_many_requests", { "retry-after": "7" }), 429, "too_many_requests", "7"],
  [
    "503 for a long time",
    error(503, "service_unavailable", { "retry-after": "999999" }),
    503,
    "service_unavailable",
    "60"
  ]
]

describe("a proxy", () => {
  it.each(rows)(
    "answers %s in words of its own, after one request",
    async (_, given, status, type, retryAfter) => {
      reply = given
      const response = await askDecision()
      const text = await response.text()
      assert.strictEqual(response.status, status, text)
      assert.strictEqual(JSON.parse(text).error.type, type)
      if (retryAfter !== undefined) assert.strictEqual(response.headers.get("retry-after"), retryAfter)
      assert.notInclude(text + JSON.stringify([...response.headers]), secret)
      assert.notInclude(text, "10.0.0.7")
      assert.strictEqual(requests.length, 1)
    }
  )

  it("asks with its own key; headers of the caller never leave; unknown fields, both request ids and a tighter rate limit come back", async () => {
    reply = json(200, answer, {
      "x-request-id": "upstream-1",
      "x-ratelimit-limit": "50",
      "x-ratelimit-remaining": "4",
      "x-ratelimit-used": "46",
      "x-ratelimit-reset": "1790000000"
    })
    const own = "callers-canary-key-0123456789"
    const headers = {
      authorization,
      "x-api-key": own,
      cookie: own,
      "x-forwarded-for": own,
      "x-request-id": own
    }
    const response = await askDecision({ headers })
    assert.deepStrictEqual(await response.json(), answer)
    assert.notInclude(JSON.stringify(requests), own)
    assert.strictEqual(response.headers.get("x-leadline-upstream-request-id"), "upstream-1")
    assert.match(response.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
    assert.strictEqual(response.headers.get("x-ratelimit-limit"), "50")
  })
})

describe("the API key of the upstream server", () => {
  const key = Redacted.value(apiKey)
  const escaped = json(200, JSON.stringify({ ...answer, debug: key }).replace(key, `\\u006c${key.slice(1)}`))
  const inEvent = streaming(`${event("one")}${event("one", { debug: key })}data: [DONE]\n\n`)

  it.each([
    [
      "an unknown field",
      askDecision,
      json(200, { ...answer, debug: { sent: [`Bearer ${key}`] } }),
      "bad_gateway"
    ],
    ["an escaped text", askDecision, escaped, "bad_gateway"],
    ["a header", askDecision, json(200, answer, { "x-request-id": key }), "decider-27b"],
    ["an event, which ends the stream", askChat, inEvent, "internal_error"]
  ] as const)("in %s reaches no caller", async (_where, ask, given, word) => {
    reply = given
    const response = await ask()
    const text = JSON.stringify([...response.headers]) + (await response.text())
    assert.notInclude(text, key)
    assert.notInclude(text, "[DONE]")
    assert.include(text, word)
  })
})

it.each([
  ["breaks off", streaming(event("one"), "closed")],
  [
    "holds an error upstream",
    streaming(`data: ${JSON.stringify({ error: { message: secret, type: "overloaded_error" } })}\n\n`)
  ]
])(
  "a stream that %s ends with one fixed event, no word of the upstream and no end mark",
  async (_, given) => {
    reply = given
    const text = await (await askChat()).text()
    assert.include(text, '"type":"internal_error"')
    assert.notInclude(text, secret)
    assert.notInclude(text, "[DONE]")
  }
)

it.each([
  ["before an answer", askDecision, { isSilent: true }],
  ["before the first event", askChat, { isSilent: true }],
  ["between events", askChat, streaming(event("one"), "stalls")]
] as const)("a caller that leaves %s ends the request upstream", async (_name, ask, given) => {
  reply = given
  const abort = new AbortController()
  const answered = ask({ signal: abort.signal }).then(
    (response) => response.body?.getReader().read(),
    () => undefined
  )
  await until(() => requests.length === 1)
  if (!("isSilent" in given)) await answered
  abort.abort()
  await until(() => abandoned === 1)
})
