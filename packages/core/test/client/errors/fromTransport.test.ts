import { assert, it } from "@effect/vitest"
import { inspect } from "node:util"
import type { Phase } from "../../../src/errors/ApiError.ts"
import { fromTransport } from "../../../src/client/errors/fromTransport.ts"

const coded = (code: string, message = "broke") => Object.assign(new Error(message), { code })

const connection = (phase: Phase, reason: string, sent: boolean) => ({
  _tag: "ConnectionError",
  phase,
  reason,
  sent
})
const deadline = (phase: Phase, sent: boolean) => ({ _tag: "DeadlineExceededError", phase, sent })
const certificate = connection("tls", "certificate", false)

it.each<readonly [string, Phase, object]>([
  ["ENETUNREACH", "connect", connection("connect", "unknown", false)],
  ["ECONNRESET", "connect", connection("connect", "reset", false)],
  ["EPIPE", "send", connection("send", "reset", true)],
  ["HPE_INVALID_EOF_STATE", "body", connection("body", "closed", true)],
  ["CERT_HAS_EXPIRED", "connect", certificate],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "headers", certificate],
  ["EPROTO", "connect", connection("tls", "protocol", false)],
  ["ETIMEDOUT", "connect", deadline("connect", false)],
  ["ETIMEDOUT", "body", deadline("body", true)],
  ["Z_BUF_ERROR", "body", connection("body", "protocol", true)],
  ["SOMETHING_NEW", "headers", connection("headers", "unknown", true)],
  ["ERR_INVALID_URL", "headers", { _tag: "InvalidRequestError", phase: "request" }]
])("the innermost code names phase and reason: %s in %s", (code, phase, expected) => {
  for (const cause of [coded(code), new TypeError("fetch failed", { cause: coded(code) })])
    assert.deepInclude<object>(fromTransport(cause, phase), expected)
})

it.each<readonly [string, unknown, object]>([
  ["a bad response", coded("UND_ERR_SOCKET", "bad response"), connection("headers", "protocol", true)],
  [
    "a refusing proxy",
    coded("UND_ERR_ABORTED", "Proxy response (407) !== 200 when HTTP Tunneling"),
    connection("connect", "proxy", false)
  ],
  ["no code", new TypeError("Failed to fetch"), connection("headers", "unknown", true)],
  [
    "a parser",
    Object.assign(new Error("x"), { name: "HTTPParserError", code: undefined }),
    connection("headers", "protocol", true)
  ]
])("its message or name tells of %s", (_, cause, expected) => {
  assert.deepInclude<object>(fromTransport(cause, "headers"), expected)
})

it("the cause is the transport's own error, seen by who looks for it alone", () => {
  const cause = Object.assign(coded("HPE_INVALID_CONSTANT"), { data: "bytes of an answer" })
  const error = fromTransport(cause, "headers")
  assert.strictEqual(error.cause, cause)
  assert.notInclude(Object.keys(error), "cause")
  assert.notInclude(JSON.stringify(error), "broke")
  assert.notInclude(inspect(cause, { depth: 10 }), "bytes of an answer")
})
