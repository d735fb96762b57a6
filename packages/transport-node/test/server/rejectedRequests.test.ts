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

/** What is counted and logged of one failure of the parser, as one text. */
const recorded = Effect.fnUntraced(
  function* (code: string | undefined, socket: object = {}) {
    const entries: Array<Entry> = []
    const log = (entry: Entry) => void entries.push(entry)
    const { byParser } = yield* Effect.provideService(makeRejectedRequests, AccessLog, log)
    byParser(Object.assign(new Error("secret"), { code }), socket)
    const counts = yield* Effect.forEach(reasons, (reason) => Metric.value(gateRefusals({ reason })))
    const counted = reasons.filter((_, at) => (counts[at]?.count ?? 0) > 0)
    return [...counted, ...entries.map(({ error, status }) => `${status} ${error}`)].join()
  },
  (effect) => Effect.provideService(effect, Metric.MetricRegistry, new Map())
)

describe("a failure of the parser", () => {
  it.effect.each([
    ["ERR_HTTP_REQUEST_TIMEOUT", "slow,408 invalid_request_error"],
    ["HPE_CHUNK_EXTENSIONS_OVERFLOW", "framing,413 invalid_request_error"],
    ["HPE_HEADER_OVERFLOW", "headers,431 invalid_request_error"],
    ["HPE_NEW_IN_NODE_99", "framing,400 invalid_request_error"],
    ["ECONNRESET", ""],
    [undefined, ""]
  ] as const)("%s is recorded as: %s", ([code, expected]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* recorded(code), expected)
    })
  )

  it.effect("of a request that has a line of its own, or behind an answer, has no other", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* recorded("ERR_HTTP_REQUEST_TIMEOUT", { _httpMessage: {} }), "slow")
      const socket = new Socket()
      const request = Object.assign(new IncomingMessage(socket), { complete: false })
      discardBody(request, Object.assign(new ServerResponse(request), { _last: true }))
      assert.strictEqual(yield* recorded("HPE_INVALID_EOF_STATE", socket), "")
      socket.destroy()
    })
  )
})
