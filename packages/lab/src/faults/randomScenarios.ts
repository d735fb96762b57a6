// Random sequences of faults, and the rules that a call which meets them must keep.
import type { ApiError } from "@leadline/core/errors"
import { type Failure, repeatable } from "./checkOutcome.ts"
import { type Operation, type WholeOperation, wholeOperations } from "./operations.ts"
import type { SeededRandom } from "./seededRandom.ts"
import type { FaultReply } from "./FaultReply.ts"
import type { SentRequest } from "./scriptedTransport.ts"

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

type Some<A> = readonly [A, ...ReadonlyArray<A>]

/** Connections that break, and silence. */
const broken: Some<RandomReply> = [
  { means: "final", isSilent: true },
  { means: "unsent", breaks: { phase: "dns", code: "ENOTFOUND" } },
  { means: "unsent", breaks: { phase: "connect", code: "UND_ERR_CONNECT_TIMEOUT" } },
  { means: "unsent", breaks: { phase: "tls", code: "ECONNRESET" } },
  { means: "final", breaks: { phase: "tls", code: "CERT_HAS_EXPIRED" } },
  { means: "unknown", breaks: { phase: "send", code: "EPIPE" } },
  { means: "unknown", breaks: { phase: "headers", code: "UND_ERR_SOCKET" } }
]

/** Requests to wait, and milliseconds. */
const advice: Some<Pick<RandomReply, "headers" | "retryAt" | "asks">> = [
  {},
  { headers: { "retry-after": "soon" } },
  { headers: { "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" } },
  { headers: { "retry-after": "3" }, asks: 3_000 },
  { headers: { "retry-after": "100" }, asks: 100_000 },
  { headers: { "retry-after": "2, 7" }, asks: 7_000 },
  { headers: { "retry-after-ms": "1700", "retry-after": "3" }, asks: 3_000 },
  { retryAt: 5, asks: 5_000 },
  { retryAt: 4_000, asks: 4_000_000 }
]

const statuses: { readonly [Means in Exclude<Failure, "unsent">]: Some<number> } = {
  refused: [429, 503],
  unknown: [500, 502, 504],
  final: [204, 307, 400, 401, 403, 404, 409, 413, 422, 501, 600]
}

/** A good response in two parts, perhaps truncated. */
const answerOf = ({ answer: { body } }: Operation, { below, pick }: SeededRandom): RandomReply => {
  const isWhole = below(4) > 0
  const ending = pick(["end", "end", "closed", "reset", "stalls"] as const)
  const isCut = ending === "closed" || ending === "reset"
  return {
    means: isWhole && ending === "end" ? "answer" : isCut ? "unknown" : "final",
    headers: { "content-type": "application/json" },
    parts: [body.slice(0, 9), ...(isWhole ? [body.slice(9)] : [])],
    every: pick([0, below(500)]),
    ending
  }
}

const replyOf = (operation: Operation, chance: SeededRandom): RandomReply => {
  const { below, pick } = chance
  const after = pick([0, below(100), below(5_000), below(30_000)])
  const kind = below(10)
  if (kind < 4) return { after, ...pick(broken) }
  if (kind < 7) return { after, ...answerOf(operation, chance) }
  const means = pick(["refused", "refused", "unknown", "final"] as const)
  const status = pick<number>(statuses[means])
  return { after, ...pick(advice), means, status, parts: [pick(["", "{}", "<html>"])] }
}

/** The scenario of a seed. */
export const randomScenario = (chance: SeededRandom): RandomScenario => {
  const operation = chance.pick(wholeOperations as unknown as Some<WholeOperation>)
  return {
    operation,
    timeout: chance.pick([500, 5_000, 30_000, 75_000]),
    replies: Array.from({ length: 4 }, () => replyOf(operation, chance))
  }
}

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
