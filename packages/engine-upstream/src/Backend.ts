// The upstream server: a client that sends each call once, guarded by a circuit breaker for each operation, and counted.
// Source: §7.1; Assumed: ours for circuit breaker, timeouts and telemetry.
import * as Client from "@leadline/core/client"
import * as ApiError from "@leadline/core/errors"
import type { Transport } from "@leadline/core/transport"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { makeCarriesKey } from "./carriesKey.ts"
import * as CircuitBreaker from "./CircuitBreaker.ts"
import { forwardHeaders } from "./forwardHeaders.ts"
import * as limits from "./limits.ts"
import { callResultOf, mapError, type OperationTraits } from "./mapError.ts"
import { makeTelemetry, noteAttempts } from "./telemetry.ts"

/** Where the upstream server is, and its timeouts. */
export interface BackendOptions {
  /** `https://` or `http://`, a host and an optional path. Redirects are never followed. */
  readonly baseUrl: string
  /**
   * This server's own API key there. The caller's key is never sent. An answer that holds this one, if it has 16
   * characters at least, is refused: 502.
   */
  readonly apiKey: Redacted.Redacted
  /** Time for a whole response, or for the head of a stream; then the caller gets 504. Default 60 s. */
  readonly timeout?: Duration.Input | undefined
  /** Longest time without a byte in a stream. Default 20 s. */
  readonly idleTimeout?: Duration.Input | undefined
  /** When calls of an operation are refused because earlier ones of it failed. */
  readonly circuitBreaker?: Partial<CircuitBreaker.CircuitBreakerOptions> | undefined
}

/** The client that sends requests. */
export type RequestSender = Layer.Success<ReturnType<typeof Client.layerRequestExecutor>>

type Call<A, R> = Effect.Effect<A, ApiError.ApiError, R>
type Events<A> = Stream.Stream<A, ApiError.ApiError>

/** The upstream server, as the resources of this package call it. */
export class Backend extends Context.Service<
  Backend,
  {
    /** Runs one call through the circuit breaker of its operation, counts it, and maps its error for the caller. */
    readonly call: <A, R>(operation: string, call: Call<A, R>, traits?: OperationTraits) => Call<A, R>
    /** The same for a call that returns a stream of events. */
    readonly stream: <A, R>(operation: string, call: Call<Events<A>, R>) => Call<Events<A>, R>
  }
>()("@leadline/engine-upstream/Backend") {}

const stateless: OperationTraits = { isStored: false }

const unavailable = "The model service is unavailable."

const leaked = new ApiError.InvalidResponseError({
  message: "The model service answered with the API key of this server.",
  phase: "body",
  reason: "content",
  sent: true
})

const make = ({ apiKey, circuitBreaker }: BackendOptions) => {
  const carriesKey = makeCarriesKey(apiKey)
  const withoutKey = <A>(answer: A): Effect.Effect<A, ApiError.ApiError> =>
    carriesKey(answer)
      ? Effect.andThen(Effect.logError(`${leaked.message} The answer is refused.`), Effect.fail(leaked))
      : Effect.succeed(answer)
  const breakers = new Map<string, CircuitBreaker.CircuitBreaker>()
  const record = makeTelemetry()

  /** The circuit breaker of an operation: one that fails says nothing of the others. */
  const breakerOf = (operation: string): CircuitBreaker.CircuitBreaker => {
    const breaker = breakers.get(operation) ?? CircuitBreaker.make(circuitBreaker)
    breakers.set(operation, breaker)
    return breaker
  }

  /** Reports the end of a call, the start of its stream, or a stream that broke off. */
  const onEnd = (
    { context }: Fiber.Fiber<unknown, unknown>,
    permit: CircuitBreaker.Permit,
    operation: string,
    exit: Exit.Exit<unknown, ApiError.ApiError>,
    success: "begun" | "ok"
  ) => {
    const now = Context.get(context, Clock.Clock).currentTimeMillisUnsafe()
    const error = Exit.isFailure(exit) ? Option.getOrUndefined(Exit.findErrorOption(exit)) : undefined
    const isCancelled = error === undefined && Exit.isFailure(exit)
    const result = error === undefined ? (isCancelled ? "ignored" : "success") : callResultOf(error)
    const change = permit.report(result, now)
    return record(context, {
      operation,
      change,
      now,
      outcome: error ?? (isCancelled ? "cancelled" : success)
    })
  }

  /** Records the end of a stream. A complete one was reported to the breaker when it began. */
  const onStreamEnd = (
    permit: CircuitBreaker.Permit,
    operation: string,
    exit: Exit.Exit<unknown, ApiError.ApiError>
  ) =>
    Effect.withFiber((fiber) => {
      if (Exit.isFailure(exit)) return onEnd(fiber, permit, operation, exit, "ok") ?? Effect.void
      const now = fiber.getRef(Clock.Clock).currentTimeMillisUnsafe()
      return record(fiber.context, { operation, change: undefined, now, outcome: "ok" }) ?? Effect.void
    })

  /** One call: circuit breaker, response headers, telemetry, error mapping. `wrap` sees the answer last. */
  const guarded = <A, R>(
    operation: string,
    traits: OperationTraits,
    call: Call<A, R>,
    success: "begun" | "ok",
    wrap: (answer: A, permit: CircuitBreaker.Permit) => A
  ): Call<A, R> =>
    Effect.withFiber<A, ApiError.ApiError, R>((fiber) => {
      const { context } = fiber
      const now = fiber.getRef(Clock.Clock).currentTimeMillisUnsafe()
      const permit = breakerOf(operation).tryAcquire(now)
      noteAttempts(context, typeof permit === "number" ? 0 : 1)
      if (typeof permit === "number") {
        return Effect.andThen(
          record(context, { operation, now, change: undefined, outcome: "refused" }) ?? Effect.void,
          Effect.fail(new ApiError.UnavailableError({ message: unavailable, retryAfter: permit }))
        )
      }
      const response = Effect.onExitPrimitive(Client.withResponse(call), (exit) => {
        forwardHeaders(context, exit, carriesKey)
        return onEnd(fiber, permit, operation, exit, success)
      })
      return Effect.mapBoth(response, {
        onSuccess: ({ data }) => wrap(data, permit),
        onFailure: (error) => mapError(error, traits, carriesKey)
      })
    })

  return Backend.of({
    call: (operation, call, traits = stateless) =>
      guarded(operation, traits, Effect.flatMapEager(call, withoutKey), "ok", (answer) => answer),
    stream: (operation, call) =>
      guarded(operation, stateless, call, "begun", (events, permit) =>
        events.pipe(
          Stream.mapArrayEffect(withoutKey),
          Stream.onExit((exit) => onStreamEnd(permit, operation, exit)),
          Stream.mapError((error) => mapError(error, stateless, carriesKey))
        )
      )
  })
}

/**
 * The upstream server over a transport, which must not follow redirects. The client never retries: the caller of this
 * server does. Throws a TypeError for an invalid base URL or API key.
 */
export const layer = (options: BackendOptions): Layer.Layer<Backend | RequestSender, never, Transport> => {
  const { apiKey, baseUrl, idleTimeout = limits.idleTimeout, timeout = limits.timeout } = options
  return Layer.merge(
    Layer.sync(Backend, () => make(options)),
    Client.layerRequestExecutor({ apiKey, baseUrl, idleTimeout, timeout, maxRetries: 0, logLevel: "off" })
  )
}
