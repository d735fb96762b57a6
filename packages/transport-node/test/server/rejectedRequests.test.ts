// Which failures of a connection are refusals, and as what they are counted and logged.
import { assert, describe, it } from "@effect/vitest"
import { AccessLog, type Entry } from "@leadline/core/access-log"
import { gateRefusals } from "@leadline/core/metrics"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import { makeRejectedRequests } from "../../src/server/rejectedRequests.ts"
import { discardBody } from "../../src/server/unreadBody.ts"

const reasons = ["framing", "headers", "method", "path", "slow", "version"] as const

/** What is recorded of one failure of the parser. */
const recorded = Effect.fnUntraced(
  function* (code: string | undefined, socket: object = {}) {
    const entries: Array<Entry> = []
    const { byParser } = yield* Effect.provideService(
      makeRejectedRequests,
      AccessLog,
      (entry) => void entries.push(entry)
    )
    byParser(Object.assign(new Error("secret"), { code }), socket)
    const counted: Array<string> = []
    for (const reason of reasons) {
      const { count } = yield* Metric.value(gateRefusals({ reason }))
      if (count > 0) counted.push(reason)
    }
    return { counted, reported: entries.map(({ error, status }) => [status, error]) }
  },
  (effect) => Effect.provideService(effect, Metric.MetricRegistry, new Map())
)

describe("a failure of the parser", () => {
  it.effect.each([
    ["ERR_HTTP_REQUEST_TIMEOUT", "slow", 408, "invalid_request_error"],
    ["HPE_CHUNK_EXTENSIONS_OVERFLOW", "framing", 413, "invalid_request_error"],
    ["HPE_HEADER_OVERFLOW", "headers", 431, "invalid_request_error"],
    ["HPE_INVALID_EOF_STATE", "framing", 400, "invalid_request_error"],
    ["HPE_NEW_IN_NODE_99", "framing", 400, "invalid_request_error"]
  ] as const)("%s is a refusal", ([code, reason, status, error]) =>
    Effect.gen(function* () {
      assert.deepEqual(yield* recorded(code), { counted: [reason], reported: [[status, error]] })
    })
  )

  it.effect.each(["ECONNRESET", "EPIPE", undefined])("%s is none", (code) =>
    Effect.gen(function* () {
      assert.deepEqual(yield* recorded(code), { counted: [], reported: [] })
    })
  )

  it.effect("of a request that has a line of its own has no other", () =>
    Effect.gen(function* () {
      const asked = yield* recorded("ERR_HTTP_REQUEST_TIMEOUT", { _httpMessage: {} })
      assert.deepEqual(asked, { counted: ["slow"], reported: [] })
      const idle = yield* recorded("ERR_HTTP_REQUEST_TIMEOUT", { _httpMessage: null })
      assert.lengthOf(idle.reported, 1)
    })
  )

  it.effect("of a connection that closes behind an answer is none", () =>
    Effect.gen(function* () {
      const socket = new Socket()
      const request = Object.assign(new IncomingMessage(socket), { complete: false })
      discardBody(request, Object.assign(new ServerResponse(request), { _last: true }))
      assert.deepEqual(yield* recorded("HPE_INVALID_EOF_STATE", socket), { counted: [], reported: [] })
      socket.destroy()
    })
  )
})
