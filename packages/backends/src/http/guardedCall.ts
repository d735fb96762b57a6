// Guards the calls of one backend: a circuit breaker for each operation, telemetry, errors mapped for the caller.
// Source: §7.1; Assumed: ours for circuit breaker and telemetry.
import * as ApiError from "@leadline/core/errors"
import {
  callerGroup,
  CallObserver,
  CallOwner,
  CurrentRequest,
  CurrentSpending,
  runCooperatively
} from "@leadline/core/internal"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { makeCarriesKey, makeFindKey } from "./carriesKey.ts"
import { CallMeter, makeBeginCharge, type PaidCall, type Prices } from "./charge.ts"
import { callResultOf } from "./classifyError.ts"
import * as CircuitBreaker from "./CircuitBreaker.ts"
import { forwardHeaders } from "./forwardHeaders.ts"
import { AttemptDeadline } from "./AttemptDeadline.ts"
import { tooLate } from "./mapStatus.ts"
import { makeTelemetry, noteAttempts } from "./telemetry.ts"

/** Options of a backend's guard. */
export interface GuardedCallsOptions extends Prices {
  /** The backend, in metrics, logs and response headers. */
  readonly name: string
  /** This server's own API key there, if there is one. */
  readonly apiKey?: Redacted.Redacted | undefined
  /** When calls of an operation are refused because earlier ones of it failed. */
  readonly circuitBreaker?: Partial<CircuitBreaker.CircuitBreakerOptions> | undefined
  /** Probes whether the backend is there, while a circuit breaker is open. */
  readonly isAlive: Effect.Effect<boolean>
  /** Ends with the backend. */
  readonly scope: Scope.Scope
}

type Call<A, R> = Effect.Effect<A, ApiError.ApiError, R>
type Events<A> = Stream.Stream<A, ApiError.ApiError>

/** Maps the error of a backend to the one that the caller gets. `carriesKey` finds the API key in what it may say. */
export type MapError = (
  error: ApiError.ApiError,
  carriesKey: (value: unknown) => boolean
) => ApiError.ApiError

/** A call, and how its error is mapped for the caller. */
export interface GuardedCall extends PaidCall {
  readonly mapError: MapError
}

/** Runs calls of one backend. */
export interface GuardedCalls {
  /**
   * Runs one call through the circuit breaker of its operation, counts it, charges it, and maps its error for the caller.
   * Fails with a RateLimitError before it when the caller cannot pay it. `run` tells the meter what was answered.
   */
  readonly call: <A, R>(call: GuardedCall, run: (meter: CallMeter) => Call<A, R>) => Call<A, R>
  /** The same for a call that returns a stream of events, which is charged when it is over. */
  readonly stream: <A, R>(
    call: GuardedCall,
    run: (meter: CallMeter) => Call<Events<A>, R>
  ) => Call<Events<A>, R>
}

const leaked = "The model service answered with the API key of this server."

/** The error of a call. One that was interrupted has none, unless it took all of its time. */
const errorOf = (exit: Exit.Failure<unknown, ApiError.ApiError>, isTimeOver: boolean) =>
  Option.getOrUndefined(Exit.findErrorOption(exit)) ?? (isTimeOver ? tooLate() : undefined)

/** Makes the guard of a backend. An answer that holds its API key, if that has 16 characters at least, is refused. */
export const makeGuardedCalls = ({
  apiKey,
  circuitBreaker,
  isAlive,
  name,
  scope,
  ...prices
}: GuardedCallsOptions): GuardedCalls => {
  const carriesKey = makeCarriesKey(apiKey)
  const findKey = makeFindKey(apiKey)
  const withoutKey = <A>(answer: A): Effect.Effect<A, ApiError.ApiError> => {
    const settle = (isLeaked: boolean): Effect.Effect<A, ApiError.ApiError> =>
      isLeaked
        ? Effect.andThen(
            Effect.logError(`${leaked} The answer is refused.`),
            new ApiError.InvalidResponseError({
              message: leaked,
              phase: "body",
              reason: "content",
              sent: true
            })
          )
        : Effect.succeed(answer)
    const search = findKey(answer)
    const { done, value } = search.next()
    // Most answers are small.
    return done === true ? settle(value) : Effect.flatMap(runCooperatively(search), settle)
  }
  const breakers = new Map<string, CircuitBreaker.CircuitBreaker>()
  const record = makeTelemetry(name)
  const beginCharge = makeBeginCharge(prices)

  /** The circuit breaker of an operation: one that fails says nothing of the others. */
  const breakerOf = (operation: string): CircuitBreaker.CircuitBreaker => {
    const breaker = breakers.get(operation) ?? CircuitBreaker.make(circuitBreaker)
    breakers.set(operation, breaker)
    return breaker
  }

  /** Probes the backend until it answers, which closes the breaker. */
  const recover = Effect.fnUntraced(function* (operation: string, firstWait: number) {
    const breaker = breakerOf(operation)
    for (let wait: number | undefined = firstWait; wait !== undefined;) {
      yield* Effect.sleep(wait)
      wait = breaker.probed(yield* isAlive, yield* Clock.currentTimeMillis)
    }
    yield* record(yield* Effect.context(), { operation, change: "closed", outcome: "probed" }) ?? Effect.void
  })

  /** Reports the end of a call, the start of its stream, or a stream that broke off. One that never left its queue says nothing. */
  const onEnd = (
    { context }: Fiber.Fiber<unknown, unknown>,
    operation: string,
    exit: Exit.Exit<unknown, ApiError.ApiError>,
    success: "begun" | "ok",
    call?: CallMeter["clientCall"]
  ) => {
    const now = Context.get(context, Clock.Clock).currentTimeMillisUnsafe()
    const error = Exit.isFailure(exit)
      ? errorOf(exit, Context.get(context, AttemptDeadline).isOver)
      : undefined
    const isCancelled = error === undefined && Exit.isFailure(exit)
    const isIgnored = isCancelled || call?.attempts === 0
    const result = isIgnored ? "ignored" : error === undefined ? "success" : callResultOf(error)
    const took = Math.floor(call?.elapsed() ?? 0)
    const wait = breakerOf(operation).report(callerGroup(context), result, now, took)
    const outcome = error ?? (isCancelled ? "cancelled" : success)
    if (wait === undefined) return record(context, { operation, change: undefined, outcome })
    // Not in the name of the request that opened it.
    const probing = recover(operation, wait).pipe(
      Effect.provideService(CurrentRequest, undefined),
      Effect.provideService(CurrentSpending, undefined),
      Effect.forkIn(scope)
    )
    return Effect.andThen(record(context, { operation, change: "opened", outcome }) ?? Effect.void, probing)
  }

  /** Records the end of a stream. A complete one was reported to the breaker when it began. */
  const onStreamEnd = (operation: string, exit: Exit.Exit<unknown, ApiError.ApiError>) =>
    Effect.withFiber((fiber) => {
      if (Exit.isFailure(exit)) return Effect.asVoid(onEnd(fiber, operation, exit, "ok") ?? Effect.void)
      return record(fiber.context, { operation, change: undefined, outcome: "ok" }) ?? Effect.void
    })

  /** One call: circuit breaker, charge, response headers, telemetry, error mapping. `wrap` sees the answer last. */
  const guarded = <A, R>(
    guardedCall: GuardedCall,
    run: (meter: CallMeter) => Call<A, R>,
    success: "begun" | "ok",
    wrap: (answer: A, charge: () => void) => A
  ): Call<A, R> =>
    Effect.withFiber<A, ApiError.ApiError, R>((fiber) => {
      const { context } = fiber
      const { mapError, operation } = guardedCall
      const now = fiber.getRef(Clock.Clock).currentTimeMillisUnsafe()
      const retryAfter = breakerOf(operation).refusal(now)
      if (retryAfter !== undefined) {
        noteAttempts(context, name, 0)
        return Effect.andThen(
          record(context, { operation, change: undefined, outcome: "refused" }) ?? Effect.void,
          Effect.fail(
            new ApiError.UnavailableError({
              message: "The model service is unavailable.",
              retryAfter
            })
          )
        )
      }
      const meter = new CallMeter(guardedCall.request)
      const charge = beginCharge(guardedCall, meter, context, now)
      if (typeof charge !== "function") return Effect.fail(charge)
      noteAttempts(context, name, 1)
      const observed = run(meter).pipe(
        Effect.provideService(CallObserver, (call) => {
          meter.clientCall = call
        }),
        Effect.provideService(CallOwner, callerGroup(context))
      )
      const answered = Effect.onExitPrimitive(observed, (exit) => {
        meter.exited(exit)
        if (success === "ok" || Exit.isFailure(exit)) charge()
        forwardHeaders(context, exit, meter.clientCall, carriesKey)
        return onEnd(fiber, operation, exit, success, meter.clientCall)
      })
      return Effect.mapBoth(answered, {
        onSuccess: (answer) => wrap(answer, charge),
        onFailure: (error) => mapError(error, carriesKey)
      })
    })

  return {
    call: (call, run) =>
      guarded(
        call,
        (meter) => Effect.flatMapEager(run(meter), withoutKey),
        "ok",
        (answer) => answer
      ),
    stream: (call, run) =>
      guarded(call, run, "begun", (events, charge) =>
        events.pipe(
          Stream.mapArrayEffect(withoutKey),
          Stream.onExit((exit) => {
            charge()
            return onStreamEnd(call.operation, exit)
          }),
          Stream.mapError((error) => call.mapError(error, carriesKey))
        )
      )
  }
}
