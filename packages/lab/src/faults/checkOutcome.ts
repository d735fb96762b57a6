// Compares the outcome of a call with its row. Repeats the retry table on purpose, as a second opinion.
import { isApiError } from "@leadline/core/errors"
import { leaks } from "./findLeaks.ts"
import type { Operation } from "./operations.ts"
import type { FaultCase, Failure, ExpectedOutcomes, FaultRow } from "./rows/FaultRow.ts"

/** The outcome of a call. */
export interface Outcome {
  readonly error: unknown
  /** Events delivered. */
  readonly events: number
  /** Requests of this call that reached the server; undefined where none can. */
  readonly requests: number | undefined
  /** Duration in milliseconds. */
  readonly took: number
}

const repeatable: { readonly [Class in Operation["retry"]]: ReadonlyArray<Failure> } = {
  safe: ["unsent", "refused", "unknown"],
  generation: ["unsent", "refused"],
  never: ["unsent"]
}

const fieldOf = (error: unknown, name: string): unknown => Reflect.get(Object(error), name)

/** The state of the request that an error implies, by its class, phase and reason. */
const failureOf = (error: unknown): Failure => {
  const [tag, phase, reason] = ["_tag", "phase", "reason"].map((name) => fieldOf(error, name))
  if (tag === "RateLimitError" || tag === "UnavailableError") return phase === "stream" ? "final" : "refused"
  if (tag === "InternalServerError") return fieldOf(error, "status") === 500 ? "unknown" : "final"
  const isUnsent = phase === "dns" || phase === "connect" || phase === "tls"
  if (tag === "DeadlineExceededError") return phase === "service" ? "unknown" : isUnsent ? "unsent" : "final"
  if (tag !== "ConnectionError" || reason === "certificate" || reason === "proxy") return "final"
  return isUnsent ? "unsent" : "unknown"
}

const fits = (error: unknown, wanted: ExpectedOutcomes): boolean =>
  wanted.some((one) =>
    one === "ok"
      ? error === undefined
      : isApiError(error) && Object.entries(one).every(([name, value]) => fieldOf(error, name) === value)
  )

const shown = (error: unknown): string => {
  if (error === undefined) return "ok"
  const names = ["phase", "reason", "status", "eventsSeen", "pending", "sent"]
  const fields = names.map((name) => [name, fieldOf(error, name)]).filter(([, value]) => value !== undefined)
  const tag = isApiError(error) ? error._tag : error instanceof Error ? error.message : typeof error
  return `${tag} {${fields.map((pair) => pair.join(": ")).join(", ")}}`
}

/** A short description of an outcome. */
export const describeOutcome = ({ error }: Outcome): string => shown(error)

/** Requests a call may send: one, and more where its retry class allows it after this failure. */
const allowed = (row: FaultRow, { repeats = 3 }: FaultCase, operation: Operation, error: unknown): number => {
  if (error === undefined) return 1
  const failure = row.failure === "as it comes" ? failureOf(error) : row.failure
  return repeatable[operation.retry].includes(failure) ? repeats : 1
}

/** Events of a complete response; 0 for an operation that does not stream. */
const eventsOf = ({ answer, name }: Operation, title: string | undefined): number => {
  if (!name.endsWith("stream")) return 0
  const frames = title === "the other end" ? answer.otherFrames : answer.frames
  return frames.filter((frame) => !frame.includes("[DONE]")).length
}

/** Milliseconds after which a call hangs. That a deadline comes in time shows where time is simulated. */
const slack = 30_000

/** All differences between an outcome and its row. */
export const checkOutcome = (
  row: FaultRow,
  one: FaultCase,
  operation: Operation,
  transport: "node" | "fetch",
  outcome: Outcome
): ReadonlyArray<string> => {
  const { error, events, requests, took } = outcome
  const wanted = transport === "fetch" ? (one.onFetch ?? one.wanted) : one.wanted
  const attempts = fieldOf(error, "attempts")
  const due = allowed(row, one, operation, error)
  const whole = eventsOf(operation, one.title) - (one.lost ?? 0)
  return [
    ...(fits(error, wanted)
      ? []
      : [`wanted ${wanted.map((each) => (each === "ok" ? each : shown(each))).join(" or ")}`]),
    ...(error === undefined || attempts === due ? [] : [`wanted ${due} attempts, got ${String(attempts)}`]),
    ...(requests === undefined || requests === due
      ? []
      : [`wanted ${due} requests, the server saw ${requests}`]),
    ...(error === undefined && events !== whole ? [`wanted ${whole} events, got ${events}`] : []),
    ...(took <= (one.timeout ?? 10_000) + slack ? [] : [`took ${Math.round(took)} ms`]),
    ...leaks(error).map((text) => `leaks in ${text.slice(0, 300)}`)
  ]
}
