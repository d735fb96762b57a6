// Which failures of a connection are refusals, and as what they are counted and logged.
import { assert, it } from "@effect/vitest"
import { AccessLog, type Entry } from "@leadline/core/access-log"
import { gateRefusals } from "@leadline/core/metrics"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { makeRejectedRequests } from "../../src/server/rejectedRequests.ts"

const reasons = ["framing", "headers", "method", "path", "slow", "version"] as const

/** What is counted and logged of one failure of the parser, as one text. */
const recorded = Effect.fnUntraced(
  function* (code: string, socket: object) {
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

it.effect.each([
  ["ERR_HTTP_REQUEST_TIMEOUT", "slow,408 invalid_request_error"],
  // The request that waits for its answer has a line of its own.
  ["ERR_HTTP_REQUEST_TIMEOUT", "slow", { _httpMessage: {} }],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", "framing,413 invalid_request_error"],
  ["HPE_HEADER_OVERFLOW", "headers,431 invalid_request_error"],
  ["HPE_NEW_IN_NODE_99", "framing,400 invalid_request_error"],
  ["ECONNRESET", ""]
] as const)("a failure of the parser, %s, is recorded as: %s", ([code, expected, socket = {}]) =>
  Effect.gen(function* () {
    assert.strictEqual(yield* recorded(code, socket), expected)
  })
)
