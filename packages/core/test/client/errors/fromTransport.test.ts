import { assert, describe, it } from "@effect/vitest"
import { inspect } from "node:util"
import type { Phase } from "../../../src/errors/ApiError.ts"
import { fromTransport } from "../../../src/client/errors/fromTransport.ts"

const failing = (cause: unknown, phase: Phase = "headers") => fromTransport(cause, phase)

const coded = (code: string, extra: object = {}) => Object.assign(new Error("broke"), { code, ...extra })

describe("the innermost code names phase and reason", () => {
  const rows: ReadonlyArray<readonly [string, Phase, object]> = [
    ["ENOTFOUND", "connect", { _tag: "ConnectionError", phase: "dns", reason: "notFound", sent: false }],
    ["EAI_AGAIN", "headers", { _tag: "ConnectionError", phase: "dns", reason: "notFound", sent: false }],
    [
      "ECONNREFUSED",
      "headers",
      { _tag: "ConnectionError", phase: "connect", reason: "refused", sent: false }
    ],
    ["ENETUNREACH", "connect", { _tag: "ConnectionError", phase: "connect", reason: "unknown", sent: false }],
    ["ECONNRESET", "connect", { _tag: "ConnectionError", phase: "connect", reason: "reset", sent: false }],
    ["ECONNRESET", "body", { _tag: "ConnectionError", phase: "body", reason: "reset", sent: true }],
    ["EPIPE", "send", { _tag: "ConnectionError", phase: "send", reason: "reset", sent: true }],
    [
      "UND_ERR_SOCKET",
      "headers",
      { _tag: "ConnectionError", phase: "headers", reason: "closed", sent: true }
    ],
    ["HPE_INVALID_EOF_STATE", "body", { _tag: "ConnectionError", phase: "body", reason: "closed" }],
    ["HPE_INVALID_CHUNK_SIZE", "body", { _tag: "ConnectionError", phase: "body", reason: "protocol" }],
    [
      "UND_ERR_HEADERS_OVERFLOW",
      "headers",
      { _tag: "ConnectionError", phase: "headers", reason: "protocol" }
    ],
    ["CERT_HAS_EXPIRED", "connect", { _tag: "ConnectionError", phase: "tls", reason: "certificate" }],
    [
      "DEPTH_ZERO_SELF_SIGNED_CERT",
      "headers",
      { _tag: "ConnectionError", phase: "tls", reason: "certificate" }
    ],
    [
      "SELF_SIGNED_CERT_IN_CHAIN",
      "headers",
      { _tag: "ConnectionError", phase: "tls", reason: "certificate" }
    ],
    [
      "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
      "headers",
      { _tag: "ConnectionError", phase: "tls", reason: "certificate" }
    ],
    [
      "ERR_TLS_CERT_ALTNAME_INVALID",
      "headers",
      { _tag: "ConnectionError", phase: "tls", reason: "certificate" }
    ],
    ["EPROTO", "connect", { _tag: "ConnectionError", phase: "tls", reason: "protocol", sent: false }],
    ["UND_ERR_CONNECT_TIMEOUT", "headers", { _tag: "DeadlineExceededError", phase: "connect", sent: false }],
    ["ETIMEDOUT", "connect", { _tag: "DeadlineExceededError", phase: "connect", sent: false }],
    ["ETIMEDOUT", "body", { _tag: "DeadlineExceededError", phase: "body", sent: true }],
    ["Z_BUF_ERROR", "body", { _tag: "ConnectionError", phase: "body", reason: "protocol" }],
    ["SOMETHING_NEW", "headers", { _tag: "ConnectionError", phase: "headers", reason: "unknown", sent: true }]
  ]
  it.each(rows)("%s in %s", (code, phase, expected) => {
    assert.deepInclude(failing(coded(code), phase), expected)
    assert.deepInclude(failing(new TypeError("fetch failed", { cause: coded(code) }), phase), expected)
  })
})

it("a parser error without a code is one of protocol", () => {
  const cause = Object.assign(new Error("x"), { name: "HTTPParserError", code: undefined })
  assert.deepInclude(failing(cause), { reason: "protocol" })
})

const words: ReadonlyArray<readonly [string, string, object]> = [
  ["bad response", "UND_ERR_SOCKET", { reason: "protocol", phase: "headers" }],
  ["bad upgrade", "UND_ERR_SOCKET", { reason: "protocol", phase: "headers" }],
  ["other side closed", "UND_ERR_SOCKET", { reason: "closed", phase: "headers" }],
  [
    "Proxy response (407) !== 200 when HTTP Tunneling",
    "UND_ERR_ABORTED",
    { reason: "proxy", phase: "connect" }
  ]
]
it.each(words)("%s under the code %s is recognised by its message", (message, code, expected) => {
  assert.deepInclude(failing(Object.assign(new Error(message), { code })), expected)
})

it("a failure without a code counts as sent", () => {
  assert.deepInclude(failing(new TypeError("Failed to fetch")), {
    reason: "unknown",
    phase: "headers",
    sent: true
  })
})

it("the cause is the transport's own error, seen by who looks for it alone", () => {
  const cause = coded("HPE_INVALID_CONSTANT", { data: "bytes of an answer", socket: { bytesRead: 3 } })
  const error = failing(cause)
  assert.strictEqual(error.cause, cause)
  assert.notInclude(Object.keys(error), "cause")
  assert.notInclude(JSON.stringify(error), "broke")
  assert.notInclude(inspect(cause, { depth: 10 }), "bytes of an answer")
})

it("an invalid address is an InvalidRequestError", () => {
  assert.deepInclude(failing(coded("ERR_INVALID_URL")), { _tag: "InvalidRequestError", phase: "request" })
})
