// One call of a client: its clock, its attempts, the last head; and what is told about it afterwards.
// Source: none; the shape of the library itself.
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Headers from "effect/http/Headers"
import * as Stream from "effect/Stream"
import * as ApiError from "../errors/ApiError.ts"
import * as RetryPolicy from "../retry/RetryPolicy.ts"
import { isUnsent } from "./broken.ts"
import { CallOptions, merge } from "./CallOptions.ts"
import * as limits from "./clientLimits.ts"
import { rateLimitOf, requestIdOf, type ResponseHead } from "./head.ts"
import type { Waits } from "./readEvents.ts"
import type { Attempt } from "./Transport.ts"

/** The state of one call. */
export interface Call {
  /** Milliseconds to its end; of a stream, to the head of its answer. */
  readonly timeout: number
  /** How a stream is watched once its head is there. */
  readonly waits: Waits
  readonly maxRetries: number
  readonly headers: { readonly [name: string]: string }
  /** Milliseconds since the call began. */
  readonly elapsed: Effect.Effect<number>
  attempts: number
  /** The attempt under way or last made. */
  attempt: Attempt | undefined
  /** The head of the last attempt's answer, as soon as it is there. */
  head: { readonly status: number; readonly headers: Headers.Headers } | undefined
}

/** The call at hand. */
export const Call = Context.Reference<Call | undefined>("@leadline/core/http/Call", {
  defaultValue: () => undefined
})

/** Where a finished call leaves its head for `withResponse`. */
export const Report = Context.Reference<{ head?: ResponseHead } | undefined>(
  "@leadline/core/http/Call/Report",
  {
    defaultValue: () => undefined
  }
)

const now = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / 1e6)

const millis = (given: Duration.Input | undefined, fallback: number) =>
  given === undefined ? fallback : Duration.toMillis(given)

const start = Effect.fnUntraced(function* (defaults: CallOptions, isStream: boolean) {
  const options = merge(defaults, yield* CallOptions)
  const { eventTimeout, headers = {}, idleTimeout, maxRetries } = options
  const startedAt = yield* now
  const elapsed = Effect.map(now, (at) => at - startedAt)
  const total = millis(options.timeout, isStream ? Infinity : limits.timeout)
  const call: Call = {
    timeout: isStream ? Math.min(total, limits.firstByte) : total,
    waits: {
      idle: millis(idleTimeout, limits.idle),
      event: millis(eventTimeout, limits.event),
      left: Effect.map(elapsed, (taken) => Math.max(0, total - taken))
    },
    maxRetries: maxRetries ?? RetryPolicy.maxRetries,
    headers,
    elapsed,
    attempts: 0,
    attempt: undefined,
    head: undefined
  }
  return call
})

const tooLate = ({ attempt, timeout }: Call): ApiError.ApiError => {
  const phase = attempt?.phase ?? "request"
  return new ApiError.DeadlineExceededError({
    message: `No answer within ${Duration.format(Duration.millis(timeout))}.`,
    phase,
    sent: !isUnsent(phase)
  })
}

const told = ({ attempts, head }: Call, elapsed: number) => {
  const requestId = head && requestIdOf(head.headers)
  return { attempts, elapsed, ...(head && { status: head.status }), ...(requestId && { requestId }) }
}

/** Runs beside its caller, so that a transport slow to clean up holds neither deadline nor interruption up. */
const beside = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(Effect.forkDetach(effect, { startImmediately: true }), (fiber) =>
      Effect.onInterrupt(restore(Fiber.join(fiber)), () =>
        Effect.timeoutOption(Effect.interruptible(Fiber.interrupt(fiber)), limits.cleanup)
      )
    )
  )

/** Tells how a call went on its failure; what the failure knows better stands. */
const tell = (call: Call) => (error: ApiError.ApiError) =>
  Effect.map(call.elapsed, (elapsed) => {
    const { status } = error
    Object.assign(error, told(call, elapsed), error.phase === "stream" && status !== undefined && { status })
  })

const bounded = <A, R>(effect: Effect.Effect<A, ApiError.ApiError, R>, call: Call) =>
  effect.pipe(
    Effect.provideService(Call, call),
    beside,
    Effect.timeoutOrElse({ duration: call.timeout, orElse: () => Effect.fail(tooLate(call)) }),
    Effect.tap(report(call)),
    Effect.tapError(tell(call))
  )

/** Runs a call from its first check to its last under one deadline; its failure tells how it went. */
export const run = <A, R>(effect: Effect.Effect<A, ApiError.ApiError, R>, defaults: CallOptions) =>
  Effect.flatMap(start(defaults, false), (call) => bounded(effect, call))

/** The same for a call that gives a stream: the deadline is that of its head, failures on the way are told too. */
export const runStream = <A, R>(
  effect: Effect.Effect<Stream.Stream<A, ApiError.ApiError>, ApiError.ApiError, R>,
  defaults: CallOptions
) =>
  Effect.flatMap(start(defaults, true), (call) =>
    Effect.map(bounded(effect, call), Stream.tapError(tell(call)))
  )

const report = (call: Call) =>
  Effect.gen(function* () {
    const target = yield* Report
    if (target === undefined || call.head === undefined) return
    const { headers, status } = call.head
    const rateLimit = rateLimitOf(headers)
    target.head = {
      ...told(call, yield* call.elapsed),
      status,
      headers: { ...headers },
      ...(rateLimit && { rateLimit })
    }
  })

/**
 * An answer with the head it came with: status, headers, request id, rate limit, attempts, time.
 * The head is undefined when no HTTP stood behind the effect; of several calls it is the last one's.
 */
export const withResponse = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<{ readonly data: A; readonly response: ResponseHead | undefined }, E, R> =>
  Effect.suspend(() => {
    const target: { head?: ResponseHead } = {}
    return Effect.map(Effect.provideService(effect, Report, target), (data) => ({
      data,
      response: target.head
    }))
  })
