// Random sequences of faults, and the rules that a call which meets them must keep.
import type { ApiError } from "@leadline/core/errors"
import * as fc from "fast-check"
import { type Failure, repeatable } from "../../src/faults/checkOutcome.ts"
import type { FaultReply } from "../../src/faults/FaultReply.ts"
import { type WholeOperation, wholeOperations } from "../../src/faults/operations.ts"
import type { SentRequest } from "../../src/faults/scriptedTransport.ts"

/** A reply, and what it means for the call: an answer, or the state of the request. */
interface RandomReply extends FaultReply {
  readonly means: Failure | "answer"
  /** Milliseconds that it asks to wait, counted from its head. */
  readonly asks?: number
}

/** One call and the replies it gets. */
interface RandomScenario {
  readonly operation: WholeOperation
  /** Milliseconds. */
  readonly timeout: number
  readonly replies: ReadonlyArray<RandomReply>
}

/** Connections that break, and silence. */
const broken = fc.constantFrom<RandomReply>(
  { means: "final", isSilent: true },
  { means: "unsent", breaks: { phase: "dns", code: "ENOTFOUND" } },
  { means: "unsent", breaks: { phase: "connect", code: "UND_ERR_CONNECT_TIMEOUT" } },
  { means: "unsent", breaks: { phase: "tls", code: "ECONNRESET" } },
  { means: "final", breaks: { phase: "tls", code: "CERT_HAS_EXPIRED" } },
  { means: "unknown", breaks: { phase: "send", code: "EPIPE" } },
  { means: "unknown", breaks: { phase: "headers", code: "UND_ERR_SOCKET" } }
)

/** Requests to wait, and milliseconds. */
const advice = fc.constantFrom<Pick<RandomReply, "headers" | "retryAt" | "asks">>(
  {},
  { headers: { "retry-after": "soon" } },
  { headers: { "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" } },
  { headers: { "retry-after": "3" }, asks: 3_000 },
  { headers: { "retry-after": "100" }, asks: 100_000 },
  { headers: { "retry-after": "2, 7" }, asks: 7_000 },
  { headers: { "retry-after-ms": "1700", "retry-after": "3" }, asks: 3_000 },
  { retryAt: 5, asks: 5_000 },
  { retryAt: 4_000, asks: 4_000_000 }
)

const statuses = fc.oneof(
  fc.record({ means: fc.constant("refused" as const), status: fc.constantFrom(429, 503) }),
  fc.record({ means: fc.constant("unknown" as const), status: fc.constantFrom(500, 502, 504) }),
  fc.record({
    means: fc.constant("final" as const),
    status: fc.constantFrom(204, 307, 400, 401, 403, 404, 409, 413, 422, 501, 600)
  })
)

/** A response in two parts, perhaps truncated. */
const answerOf = ({ answer: { body } }: WholeOperation): fc.Arbitrary<RandomReply> =>
  fc
    .record({
      isWhole: fc.constantFrom(true, true, true, false),
      ending: fc.constantFrom("end", "end", "closed", "reset", "stalls"),
      every: fc.nat(500)
    })
    .map(({ ending, every, isWhole }) => ({
      means:
        ending === "closed" || ending === "reset"
          ? "unknown"
          : isWhole && ending === "end"
            ? "answer"
            : "final",
      headers: { "content-type": "application/json" },
      parts: [body.slice(0, 9), ...(isWhole ? [body.slice(9)] : [])],
      every,
      ending
    }))

const replyOf = (operation: WholeOperation): fc.Arbitrary<RandomReply> => {
  const refused = fc
    .tuple(advice, statuses, fc.constantFrom("", "{}", "<html>"))
    .map(([asked, status, body]) => ({ ...asked, ...status, parts: [body] }))
  const after = fc.oneof(fc.constant(0), fc.nat(100), fc.nat(5_000), fc.nat(30_000))
  return fc
    .tuple(after, fc.oneof<fc.Arbitrary<RandomReply>[]>(broken, answerOf(operation), refused))
    .map(([delay, reply]) => ({ after: delay, ...reply }))
}

/** So many scenarios, always the same. */
export const randomScenarios = (numRuns: number): ReadonlyArray<RandomScenario> =>
  fc.sample(
    fc.constantFrom(...wholeOperations).chain((operation) =>
      fc.record({
        operation: fc.constant(operation),
        timeout: fc.constantFrom(500, 5_000, 30_000, 75_000),
        replies: fc.array(replyOf(operation), { minLength: 4, maxLength: 4 })
      })
    ),
    { numRuns, seed: 1 }
  )

/** Milliseconds to wait after a reply; a date has whole seconds. */
const waitOf = ({ asks = 0, means, retryAt }: RandomReply, answeredAt: number): number => {
  if (means !== "refused") return 0
  return retryAt === undefined ? asks : Math.floor((answeredAt + asks) / 1_000) * 1_000 - answeredAt
}

/** The rounding error of nanoseconds since 1970 as a number, in milliseconds. */
const rounding = 0.01

/** What a call did wrong in its scenario. `began` and all times are of the test's clock. */
export const problemsIn = (
  { operation, replies, timeout }: RandomScenario,
  began: number,
  sent: ReadonlyArray<SentRequest>,
  error: ApiError | undefined
): ReadonlyArray<string> => {
  const wrongs: Array<string> = []
  const hold = (isSo: boolean, otherwise: string) => void (isSo || wrongs.push(otherwise))
  hold(sent.length >= 1 && sent.length <= 3, `${sent.length} requests`)
  for (const [n, { at }] of sent.entries()) {
    hold(at < began + timeout, "a request after the deadline")
    const [before, reply] = [sent[n - 1], replies[n - 1]]
    if (before === undefined || reply === undefined) continue
    const { means } = reply
    const mayFollow = means !== "answer" && repeatable[operation.retry].includes(means)
    hold(mayFollow, `a request after reply ${n}, which settles the call`)
    const answeredAt = before.answeredAt ?? before.at
    hold(at - answeredAt >= waitOf(reply, answeredAt) - rounding, `request ${n + 1} comes too early`)
  }
  if (error === undefined) hold(replies[sent.length - 1]?.means === "answer", "answered by nothing good")
  else {
    hold(error.attempts === sent.length, `${error.attempts} attempts of ${sent.length}`)
    hold((error.elapsed ?? Infinity) <= timeout + rounding, "ends after its deadline")
  }
  return wrongs
}
