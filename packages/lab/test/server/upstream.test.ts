// A proxy in front of a misbehaving server: what callers get, what is sent on, how often; streams, callers that leave and timeouts.
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"
import { apiKey } from "../../src/index.ts"
import {
  answer,
  askChat,
  askDecision,
  error,
  event,
  type Handler,
  json,
  page,
  resetUpstream,
  secret,
  startProxy,
  streaming,
  upstream
} from "./misbehavingUpstream.ts"
import { authorization, until } from "./support.ts"

resetUpstream()
const proxy = startProxy()

const rows: ReadonlyArray<[name: string, Handler, status: number, type: string, retryAfter?: string]> = [
  ["an HTML page", page(200), 502, "bad_gateway"],
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
    async (_, handler, status, type, retryAfter) => {
      upstream.handler = handler
      const response = await askDecision(proxy)
      const text = await response.text()
      assert.strictEqual(response.status, status, text)
      assert.strictEqual(JSON.parse(text).error.type, type)
      if (retryAfter !== undefined) assert.strictEqual(response.headers.get("retry-after"), retryAfter)
      assert.notInclude(text + JSON.stringify([...response.headers]), secret)
      assert.notInclude(text, "10.0.0.7")
      assert.strictEqual(upstream.requests.length, 1)
    }
  )

  it("asks with its own key; headers of the caller never leave; unknown fields and both request ids come back", async () => {
    upstream.handler = json(200, answer, { "x-request-id": "upstream-1" })
    const own = "callers-canary-key-0123456789"
    const headers = {
      authorization,
      "x-api-key": own,
      cookie: own,
      "x-forwarded-for": own,
      "x-request-id": own
    }
    const response = await askDecision(proxy, { headers })
    assert.deepStrictEqual(await response.json(), answer)
    assert.notInclude(JSON.stringify(upstream.requests), own)
    assert.strictEqual(response.headers.get("x-leadline-upstream-request-id"), "upstream-1")
    assert.match(response.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
  })

  it("reports the rate limit of the upstream where it is tighter", async () => {
    upstream.handler = json(200, answer, {
      "x-ratelimit-limit": "50",
      "x-ratelimit-remaining": "4",
      "x-ratelimit-used": "46",
      "x-ratelimit-reset": "1790000000"
    })
    assert.strictEqual((await askDecision(proxy)).headers.get("x-ratelimit-limit"), "50")
  })
})

describe("the API key of the upstream server", () => {
  const key = Redacted.value(apiKey)
  const escaped = json(200, JSON.stringify({ ...answer, debug: key }).replace(key, `\\u006c${key.slice(1)}`))
  const inEvent = streaming([`${event("one")}${event("one", { debug: key })}data: [DONE]\n\n`])

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
  ] as const)("in %s reaches no caller", async (_where, ask, handler, word) => {
    upstream.handler = handler
    const response = await ask(proxy)
    const text = JSON.stringify([...response.headers]) + (await response.text())
    assert.notInclude(text, key)
    assert.notInclude(text, "[DONE]")
    assert.include(text, word)
  })
})

const isSilent = { isSilent: true } as const
/** A stream that has begun, and goes no further. */
const begun = streaming([event("one")], "stalls")

describe("a stream through a proxy", () => {
  it.each([
    ["that breaks off", streaming([event("one")], "closed")],
    [
      "that holds an error upstream",
      streaming([`data: ${JSON.stringify({ error: { message: secret, type: "overloaded_error" } })}\n\n`])
    ]
  ])("%s ends with one fixed event, no word of the upstream and no end mark", async (_, handler) => {
    upstream.handler = handler
    const text = await (await askChat(proxy)).text()
    assert.include(text, '"type":"internal_error"')
    assert.notInclude(text, secret)
    assert.notInclude(text, "[DONE]")
  })
})

it.each([
  ["before an answer", askDecision, isSilent],
  ["before the first event", askChat, isSilent],
  ["between events", askChat, begun]
] as const)("a caller that leaves %s ends the request upstream", async (_name, ask, handler) => {
  upstream.handler = handler
  const abort = new AbortController()
  const answered = ask(proxy, { signal: abort.signal }).then(
    (response) => response.body?.getReader().read(),
    () => undefined
  )
  await until(() => upstream.requests.length === 1)
  if (handler === begun) await answered
  abort.abort()
  await until(() => upstream.abandoned === 1)
})
