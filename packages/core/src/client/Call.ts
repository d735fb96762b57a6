// One call of a client: its clock, its attempts, the last head; and what is told about it afterwards.
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as ApiError from "../errors/ApiError.ts"
import { maxRetries } from "./retry/RetryPolicy.ts"
import { setTimer, type CancelTimer } from "../scheduling/timer.ts"
import { isUnsent } from "./errors/fromTransport.ts"
import { CallOptions, mergeOptions } from "./CallOptions.ts"
import * as limits from "./defaults.ts"
import { inSpan } from "./tracing.ts"
import { noRedaction, type Redact } from "./redact.ts"
import { type Headers, rateLimitOf, requestIdOf, type ResponseInfo } from "./response/ResponseInfo.ts"

const millis = (given: Duration.Input | undefined, fallback: number): number =>
  given === undefined ? fallback : Duration.toMillis(given)

/** The state of one call. */
export class Call {
  /** Milliseconds to its end; of a stream, to the head of its answer. */
  readonly timeout: number
  /** Milliseconds to the end of all, Infinity when a stream may take for ever. */
  readonly total: number
  readonly options: CallOptions
  readonly clock: Clock.Clock
  readonly startedAt: number
  /** Milliseconds waited before each attempt but the first. */
  readonly waits: Array<number> = []
  attempts = 0
  /** As far as the attempt under way or last made has gone. */
  phase: ApiError.Phase = "request"
  /** The head of the last attempt's answer, as soon as it is there. */
  head: { readonly status: number; readonly headers: Headers } | undefined = undefined
  /** The JSON of the answer, before any schema; of a stream that is traced, its last event. */
  json: unknown = undefined
  /** Bytes read of the body of the last answer that was read whole. */
  bodyBytes = 0
  /** The model asked for. */
  model: unknown = undefined
  isTraced = false
  /** Takes the key and the request out of a server's words. */
  redact: Redact = noRedaction
  /** Ends the span of a stream that is traced. */
  endSpan: ((exit: Exit.Exit<unknown, ApiError.ApiError>) => void) | undefined = undefined
  readonly isStream: boolean
  private readonly context: Context.Context<never>

  constructor(fiber: Fiber.Fiber<unknown, unknown>, defaults: CallOptions, isStream: boolean) {
    this.context = fiber.context
    this.isStream = isStream
    this.clock = fiber.getRef(Clock.Clock)
    this.options = mergeOptions(defaults, fiber.getRef(CallOptions))
    this.total = millis(this.options.timeout, isStream ? Infinity : limits.timeout)
    this.timeout = isStream ? Math.min(this.total, limits.firstByte) : this.total
    this.startedAt = this.now()
  }

  get maxRetries(): number {
    return this.options.maxRetries ?? maxRetries
  }

  /** Milliseconds of a clock that never goes back. */
  now(): number {
    return Number(this.clock.monotonicTimeNanosUnsafe()) / 1e6
  }

  /** Milliseconds since the call began. */
  elapsed(): number {
    return this.now() - this.startedAt
  }

  /** A wait of its options. */
  timeoutOption(name: "idleTimeout" | "eventTimeout", fallback: number): number {
    return millis(this.options[name], fallback)
  }

  /** Milliseconds to its end; of a stream, to the head of its answer. */
  remaining(): number {
    return Math.max(0, this.timeout - this.elapsed())
  }

  setTimer(wait: number, ring: () => void): CancelTimer | undefined {
    return setTimer(this.clock, this.context, wait, ring)
  }
}

/** The call at hand. */
export const CurrentCall = Context.Reference<Call | undefined>("@leadline/core/http/Call", {
  defaultValue: () => undefined
})

/** Where a finished call is left for `withResponse` and `raw`. */
export interface CallReport {
  call?: Call
  /** Milliseconds it took. */
  elapsed?: number
}

/** {@link CallReport}, wanted by nobody unless set. */
export const CallReport = Context.Reference<CallReport | undefined>("@leadline/core/http/Call/Report", {
  defaultValue: () => undefined
})

/** The failure of a call at its deadline. */
export const deadlineExceeded = ({ phase, timeout }: Call): ApiError.ApiError =>
  new ApiError.DeadlineExceededError({
    message: `No answer within ${timeout / 1_000} s.`,
    phase,
    sent: !isUnsent(phase)
  })

type Told = { -readonly [name in keyof ResponseInfo]?: ResponseInfo[name] }

const callFacts = ({ attempts, head, waits }: Call, elapsed: number) => {
  const facts: Told & Pick<ResponseInfo, "attempts" | "elapsed"> = { attempts, elapsed }
  if (waits.length > 0) facts.waits = waits
  if (head === undefined) return facts
  facts.status = head.status
  const requestId = requestIdOf(head.headers)
  if (requestId) facts.requestId = requestId
  return facts
}

/** Tells how a call went on its failure; what the failure knows better stands. */
export const annotateError = (call: Call, error: ApiError.ApiError): ApiError.ApiError => {
  const { status } = error
  return Object.assign(
    error,
    callFacts(call, call.elapsed()),
    error.phase === "stream" && status !== undefined && { status }
  )
}

/** The head a reported call came with, if HTTP stood behind it. */
export const responseInfoOf = ({ call, elapsed = 0 }: CallReport): ResponseInfo | undefined => {
  if (call?.head === undefined) return undefined
  const { headers, status } = call.head
  const rateLimit = rateLimitOf(headers)
  return Object.assign(callFacts(call, elapsed), { status, headers }, rateLimit && { rateLimit })
}

/** Runs one call from its first check to its last; its failure tells how it went. */
export const runCall = <A, R>(
  name: string,
  method: Effect.Effect<A, ApiError.ApiError, R>,
  defaults: CallOptions,
  isStream: boolean
): Effect.Effect<A, ApiError.ApiError, R> =>
  Effect.withFiber((fiber) => {
    const call = new Call(fiber, defaults, isStream)
    const target = fiber.getRef(CallReport)
    const done = (): void => {
      if (target === undefined) return
      target.call = call
      target.elapsed = call.elapsed()
    }
    const counted = Effect.matchEffect(Effect.provideService(method, CurrentCall, call), {
      onSuccess: (answer) => {
        done()
        return Effect.succeed(answer)
      },
      onFailure: (error) => {
        done()
        return Effect.fail(annotateError(call, error))
      }
    })
    return inSpan(fiber, call, name, counted)
  })

/**
 * An answer with the head it came with: status, headers, request id, rate limit, attempts, time.
 * The head is undefined when no HTTP stood behind the effect; of several calls it is the last one's.
 */
export const withResponse = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<{ readonly data: A; readonly response: ResponseInfo | undefined }, E, R> =>
  Effect.suspend(() => {
    const target: CallReport = {}
    return Effect.map(Effect.provideService(effect, CallReport, target), (data) => ({
      data,
      response: responseInfoOf(target)
    }))
  })

/** The JSON of an answer before any schema, also when it broke the contract; of several calls the last one's. */
export const raw = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<unknown, E, R> =>
  Effect.suspend(() => {
    const target: CallReport = {}
    return Effect.matchEffect(Effect.provideService(effect, CallReport, target), {
      onSuccess: (answered) => Effect.succeed(target.call && (target.call.json ?? answered)),
      onFailure: (error) =>
        target.call?.json === undefined ? Effect.fail(error) : Effect.succeed(target.call.json)
    })
  })
