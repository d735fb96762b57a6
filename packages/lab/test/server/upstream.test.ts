// A proxy in front of a misbehaving server: what callers get, what is sent on, and how often.
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"
import { apiKey } from "../../src/index.ts"
import {
  answer,
  askChat,
  askDecision,
  callersKey,
  error,
  event,
  flood,
  type Handler,
  json,
  page,
  resetUpstream,
  secret,
  startProxy,
  streaming,
  upstream
} from "./misbehavingUpstream.ts"
import { authorization } from "./support.ts"

resetUpstream()
const proxy = startProxy()

const rows: ReadonlyArray<readonly [string, Handler, number, string, string?]> = [
  ["an HTML page", page(200), 502, "bad_gateway"],
  ["a redirect", { status: 307, headers: { location: "http://127.0.0.1:1/" } }, 502, "bad_gateway"],
  ["JSON that is cut", { parts: [`{"model":"${secret}`] }, 502, "bad_gateway"],
  ["300 MiB", flood, 502, "bad_gateway"],
  [
    "an answer to other questions",
    json(200, { ...answer, answers: { b: { type: "noul", noul: 1 } } }),
    502,
    "bad_gateway"
  ],
  ["a closed connection", { breaks: { phase: "headers", code: "" } }, 502, "bad_gateway"],
  ["401 about the server's own key", error(401, "invalid_api_key"), 502, "bad_gateway"],
  ["404 of a path", { status: 404 }, 502, "bad_gateway"],
  ["400 of a limit only it knows", error(400, "invalid_request"), 400, "invalid_request"],
  ["413", error(413, "invalid_request_error"), 413, "invalid_request_error"],
  ["429", error(429, "too_many_requests", { "retry-after": "7" }), 429, "too_many_requests", "7"],
  [
    "503 for a long time",
    error(503, "service_unavailable", { "retry-after": "999999" }),
    503,
    "service_unavailable",
    "60"
  ],
  ["504 as HTML", page(504), 504, "gateway_timeout"]
]

describe("a proxy", () => {
  it.each(rows.map((row) => [row[0], row] as const))(
    "answers %s in words of its own, after one request",
    async (_name, [, handler, status, type, retryAfter]) => {
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

  it("asks with its own key; the caller's key and headers never leave; unknown fields come back", async () => {
    upstream.handler = json(200, answer)
    const response = await askDecision(proxy, {
      headers: {
        authorization,
        "x-api-key": callersKey,
        cookie: callersKey,
        "x-forwarded-for": "203.0.113.9",
        "x-request-id": callersKey
      }
    })
    assert.deepStrictEqual(await response.json(), answer)
    const [request] = upstream.requests
    assert.notInclude(JSON.stringify(request), callersKey)
    assert.notInclude(JSON.stringify(request), "203.0.113.9")
    assert.strictEqual(request?.path, "/v1/decisions")
  })

  it("names both request ids, of a failure too", async () => {
    upstream.handler = error(500, "internal_error", { "x-request-id": "upstream-1" })
    const { headers } = await askDecision(proxy)
    assert.strictEqual(headers.get("x-leadline-upstream-request-id"), "upstream-1")
    assert.match(headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
  })

  it.each([
    ["50", "50"],
    ["99999999", "1000000"]
  ])("reports the tighter of its own rate limit and of %s", async (limit, reported) => {
    const remaining = String(Number(limit) - 46)
    upstream.handler = json(200, answer, {
      "x-ratelimit-limit": limit,
      "x-ratelimit-remaining": remaining,
      "x-ratelimit-used": "46",
      "x-ratelimit-reset": "1790000000"
    })
    const { headers } = await askDecision(proxy)
    assert.strictEqual(headers.get("x-ratelimit-limit"), reported)
    if (limit === reported) assert.strictEqual(headers.get("x-ratelimit-remaining"), remaining)
  })

  it.each([
    ["with an escape", `{ "further": "\\u0061",`],
    ["in which a name stands twice within", `{ "further": [{ "a": 1, "\\u0061": 2 }],`],
    ["with a number that others read otherwise", `{ "further": 9007199254740993,`]
  ])("an answer %s is serialized again", async (_name, beginning) => {
    const text = beginning + JSON.stringify(answer).slice(1)
    upstream.handler = json(200, text)
    const response = await askDecision(proxy)
    assert.strictEqual(response.status, 200)
    assert.strictEqual(await response.text(), JSON.stringify(JSON.parse(text)))
  })
})

/** All that a caller gets. */
const textOf = async (response: Response): Promise<string> =>
  `${JSON.stringify(Array.from(response.headers))}${await response.text()}`

describe("the API key of the upstream server", () => {
  const key = Redacted.value(apiKey)
  const escaped = json(200, JSON.stringify({ ...answer, debug: key }).replace(key, `\\u006c${key.slice(1)}`))

  it.each([
    ["an unknown field", json(200, { ...answer, debug: { sent: [`Bearer ${key}`] } }), 502],
    ["an escaped text", escaped, 502],
    ["a header", json(200, answer, { "x-request-id": key }), 200]
  ] as const)("in %s reaches no caller", async (_where, handler, status) => {
    upstream.handler = handler
    const response = await askDecision(proxy)
    assert.strictEqual(response.status, status)
    assert.notInclude(await textOf(response), key)
  })

  it("in an event ends the stream before it", async () => {
    upstream.handler = streaming([`${event("one")}${event("one", { debug: key })}data: [DONE]\n\n`])
    const text = await textOf(await askChat(proxy))
    assert.notInclude(text, key)
    assert.notInclude(text, "[DONE]")
    assert.include(text, `"type":"internal_error"`)
  })
})
