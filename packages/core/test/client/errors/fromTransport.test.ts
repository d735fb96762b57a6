import { assert, it } from "@effect/vitest"
import { inspect } from "node:util"
import type { Phase } from "../../../src/errors/ApiError.ts"
import { fromTransport } from "../../../src/client/errors/fromTransport.ts"

const coded = (code: string, message = "broke") => Object.assign(new Error(message), { code })

const failed = (phase: Phase, reason: string, sent: boolean) => ({
  _tag: "ConnectionError",
  phase,
  reason,
  sent
})
const proxied = "Proxy response (407) !== 200 when HTTP Tunneling"

// Other codes are in the fault catalogue of packages/lab.
it.each<readonly [string, Error, Phase, object]>([
  ["ENETUNREACH", coded("ENETUNREACH"), "connect", failed("connect", "unknown", false)],
  ["a reset before the request", coded("ECONNRESET"), "connect", failed("connect", "reset", false)],
  ["EPIPE", coded("EPIPE"), "send", failed("send", "reset", true)],
  ["a cut chunk", coded("HPE_INVALID_EOF_STATE"), "body", failed("body", "closed", true)],
  ["an old certificate", coded("CERT_HAS_EXPIRED"), "connect", failed("tls", "certificate", false)],
  ["no TLS", coded("EPROTO"), "connect", failed("tls", "protocol", false)],
  [
    "ETIMEDOUT",
    coded("ETIMEDOUT"),
    "connect",
    { _tag: "DeadlineExceededError", phase: "connect", sent: false }
  ],
  ["a late body", coded("ETIMEDOUT"), "body", { _tag: "DeadlineExceededError", phase: "body", sent: true }],
  ["a broken coding", coded("Z_BUF_ERROR"), "body", failed("body", "protocol", true)],
  ["no URL", coded("ERR_INVALID_URL"), "headers", { _tag: "InvalidRequestError", phase: "request" }],
  ["a bad response", coded("UND_ERR_SOCKET", "bad response"), "headers", failed("headers", "protocol", true)],
  ["a refusing proxy", coded("UND_ERR_ABORTED", proxied), "headers", failed("connect", "proxy", false)]
])("the innermost code and its message name phase and reason: %s", (_, cause, phase, expected) => {
  for (const error of [cause, new TypeError("fetch failed", { cause })])
    assert.deepInclude<object>(fromTransport(error, phase), expected)
})

it("the cause is the transport's own error, seen by who looks for it alone", () => {
  const cause = Object.assign(coded("HPE_INVALID_CONSTANT"), { data: "bytes of an answer" })
  const error = fromTransport(cause, "headers")
  assert.strictEqual(error.cause, cause)
  assert.notInclude(Object.keys(error), "cause")
  assert.notInclude(JSON.stringify(error), "broke")
  assert.notInclude(inspect(cause, { depth: 10 }), "bytes of an answer")
})
