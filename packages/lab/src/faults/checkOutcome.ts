// Compares the outcome of a call with its row. Repeats the retry table on purpose, as a second opinion.
import { isApiError } from "@leadline/core/errors"
import { leaks } from "./findLeaks.ts"
import type { Operation } from "./operations.ts"
import { defaultTimeout, type ExpectedOutcomes, type FaultRow } from "./rows/FaultRow.ts"

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

/** The state of the request after a failure: never sent, refused, perhaps processed, or settled. */
export type Failure = "unsent" | "refused" | "unknown" | "final"

/** The failures after which a call is repeated, by its class. */
export const repeatable: { readonly [Class in Operation["retry"]]: ReadonlyArray<Failure> } = {
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

/** Events of a complete response; 0 for an operation that does not stream. */
const eventsOf = ({ answer, name }: Operation): number =>
  name.endsWith("stream") ? answer.frames.filter((frame) => !frame.includes("[DONE]")).length : 0

/** Milliseconds after which a call hangs. That a deadline comes in time shows where time is simulated. */
const slack = 30_000

/** All differences between an outcome and its row. */
export const checkOutcome = (
  row: FaultRow,
  operation: Operation,
  transport: "node" | "fetch",
  { error, events, requests, took }: Outcome
): ReadonlyArray<string> => {
  const wanted = transport === "fetch" ? (row.onFetch ?? row.wanted) : row.wanted
  const isRetried = error !== undefined && repeatable[operation.retry].includes(failureOf(error))
  const due = isRetried ? (row.repeats ?? 3) : 1
  const attempts = error === undefined ? due : fieldOf(error, "attempts")
  const whole = eventsOf(operation)
  return [
    ...(fits(error, wanted) ? [] : [`wanted ${JSON.stringify(wanted)}, got ${JSON.stringify(error)}`]),
    ...(attempts === due ? [] : [`wanted ${due} attempts, got ${String(attempts)}`]),
    ...((requests ?? due) === due ? [] : [`wanted ${due} requests, the server saw ${requests}`]),
    ...(error === undefined && events !== whole ? [`wanted ${whole} events, got ${events}`] : []),
    ...(took <= (row.timeout ?? defaultTimeout) + slack ? [] : [`took ${Math.round(took)} ms`]),
    ...leaks(error).map((text) => `leaks in ${text.slice(0, 300)}`)
  ]
}
