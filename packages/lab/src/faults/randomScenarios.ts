// Random sequences of faults, and the rules that a call which meets them must keep.
import type { ApiError } from "@leadline/core/errors"
import { type Operation, streamOperations, wholeOperations } from "./operations.ts"
import type { SeededRandom } from "./seededRandom.ts"
import type { FaultReply } from "./FaultReply.ts"
import type { SentRequest } from "./scriptedTransport.ts"

/** One call and the replies it gets. */
export interface RandomScenario {
  readonly operation: Operation
  /** Milliseconds. */
  readonly timeout: number
  readonly replies: ReadonlyArray<FaultReply>
}

type Some<A> = readonly [A, ...ReadonlyArray<A>]
type Break = NonNullable<FaultReply["breaks"]>

const someBreaks: Some<Break> = [
  { phase: "dns", code: "ENOTFOUND" },
  { phase: "connect", code: "ECONNREFUSED" },
  { phase: "connect", code: "UND_ERR_CONNECT_TIMEOUT" },
  { phase: "tls", code: "ECONNRESET" },
  { phase: "tls", code: "CERT_HAS_EXPIRED" },
  { phase: "send", code: "EPIPE" },
  { phase: "headers", code: "ECONNRESET" },
  { phase: "headers", code: "UND_ERR_SOCKET" },
  { phase: "headers", code: "HPE_INVALID_CONSTANT" }
]
const statuses = [
  204, 307, 400, 401, 403, 404, 409, 413, 422, 429, 429, 429, 500, 501, 502, 503, 503, 503, 504, 600
] as const
const advice: Some<FaultReply> = [
  {},
  { headers: { "retry-after": "0" } },
  { headers: { "retry-after": "soon" } },
  { headers: { "retry-after": "2.5" } },
  { headers: { "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" } },
  { headers: { "retry-after": "3" } },
  { headers: { "retry-after": "40" } },
  { headers: { "retry-after": "100" } },
  { headers: { "retry-after": "2, 7" } },
  { headers: { "retry-after-ms": "1700" } },
  { headers: { "retry-after-ms": "1700", "retry-after": "3" } },
  { retryAt: 5 },
  { retryAt: 4_000 }
]

const type = { json: "application/json", stream: "text/event-stream" }
const isStream = ({ name }: Operation): boolean => name.endsWith("stream")

/** A good response in one or more parts, perhaps truncated. */
const answerOf = (operation: Operation, { below, pick }: SeededRandom): FaultReply => {
  const { body, frames } = operation.answer
  const parts = isStream(operation) ? frames : [body.slice(0, 9), body.slice(9)]
  const kept = pick([parts.length, parts.length, parts.length, below(parts.length)])
  return {
    headers: { "content-type": isStream(operation) ? type.stream : type.json },
    parts: parts.slice(0, kept),
    every: pick([0, below(500)]),
    ending: pick(["end", "end", "end", "end", "closed", "reset", "stalls"])
  }
}

const replyOf = (operation: Operation, chance: SeededRandom): FaultReply => {
  const { below, pick } = chance
  const after = pick([0, below(100), below(5_000), below(30_000)])
  switch (below(10)) {
    case 0:
      return { after, isSilent: true }
    case 1:
    case 2:
    case 3:
      return { after, breaks: pick(someBreaks) }
    case 4:
    case 5:
    case 6:
      return { after, ...answerOf(operation, chance) }
    default:
      return {
        after,
        ...pick(advice),
        status: pick(statuses),
        parts: [pick(["", "{}", "<html>"])],
        ending: pick(["end", "end", "end", "closed", "stalls"])
      }
  }
}

/** The scenario of a seed. */
export const randomScenario = (chance: SeededRandom): RandomScenario => {
  const operation = chance.pick([...wholeOperations, ...streamOperations] as unknown as Some<Operation>)
  return {
    operation,
    timeout: chance.pick([500, 5_000, 30_000, 75_000]),
    replies: Array.from({ length: 4 }, () => replyOf(operation, chance))
  }
}

/** The delay in milliseconds that a reply requests, counted from its head; 0 if none or invalid. */
export const requestedDelay = ({ headers = {}, retryAt }: FaultReply, answeredAt: number): number => {
  const seconds = (headers["retry-after"] ?? "")
    .split(",")
    .map((text) => (/^ *\d+ *$/.test(text) ? Number(text) * 1_000 : 0))
  const date =
    retryAt === undefined ? 0 : Math.floor((answeredAt + retryAt * 1_000) / 1_000) * 1_000 - answeredAt
  return Math.max(0, date, Number(headers["retry-after-ms"] ?? 0), ...seconds)
}

const isUnsent = ({ breaks }: FaultReply): boolean =>
  breaks !== undefined && ["dns", "connect", "tls"].includes(breaks.phase) && !breaks.code.startsWith("CERT")
const isRefused = ({ breaks, isSilent, status }: FaultReply): boolean =>
  breaks === undefined && isSilent !== true && (status === 429 || status === 503)

/** Whether the operation may be retried after this reply. */
const mayFollow = ({ name, retry }: Operation, reply: FaultReply): boolean => {
  if (isUnsent(reply)) return true
  if (retry === "never") return false
  if (isRefused(reply)) return true
  if (retry === "generation" || name.endsWith("stream")) return false
  const { breaks, ending, isSilent, status = 200 } = reply
  if (isSilent === true) return false
  if (breaks !== undefined) return !breaks.code.startsWith("CERT")
  return (
    status === 500 ||
    status === 502 ||
    status === 504 ||
    (status < 300 && (ending === "closed" || ending === "reset"))
  )
}

/** Whether the reply is a complete good response. */
const isGood = (
  operation: Operation,
  { breaks, ending = "end", isSilent, parts = [], status = 200 }: FaultReply
): boolean => {
  if (breaks !== undefined || isSilent === true || status !== 200) return false
  if (!isStream(operation)) return ending === "end" && parts.join("") === operation.answer.body
  // Complete with all frames, or without the end mark if the body ends cleanly.
  const { frames } = operation.answer
  return (
    parts.length === frames.length ||
    (ending === "end" && parts.length === operation.answer.otherFrames.length)
  )
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
    hold(mayFollow(operation, reply), `a request after reply ${n}, which settles the call`)
    const answeredAt = before.answeredAt ?? before.at
    hold(
      at - answeredAt >= (isRefused(reply) ? requestedDelay(reply, answeredAt) - rounding : 0),
      `request ${n + 1} comes too early`
    )
  }
  const last = replies[sent.length - 1] ?? {}
  const lastSent = sent.at(-1)
  if (error === undefined) {
    hold(isGood(operation, last), "answered by nothing good")
    return wrongs
  }
  hold(error.attempts === sent.length, `${error.attempts} attempts of ${sent.length}`)
  hold((error.elapsed ?? Infinity) <= timeout + rounding, "ends after its deadline")
  const answeredAt = lastSent?.answeredAt
  if (isRefused(last) && answeredAt !== undefined) {
    const asked = requestedDelay(last, answeredAt)
    const got = "retryAfter" in error ? (error.retryAfter ?? 0) : 0
    // A date comes nearer while the body of the response is read.
    const passed = last.retryAt === undefined ? 0 : began + (error.elapsed ?? 0) - answeredAt
    hold(got <= asked + rounding && got >= asked - passed - rounding, `retryAfter is ${got} of ${asked}`)
  }
  return wrongs
}
