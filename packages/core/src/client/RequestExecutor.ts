// Sends the requests of all rooms: one deadline, one retry loop, one reading of answers.
// Source: §4, §7, §8; Assumed: ours for retries and deadlines.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import * as ApiError from "../errors/ApiError.ts"
import { Sleep } from "./retry/Sleep.ts"
import * as RetryBudget from "./retry/RetryBudget.ts"
import * as RetryPolicy from "./retry/RetryPolicy.ts"
import type { AttemptInfo } from "./AttemptInfo.ts"
import { type Call, CurrentCall, runCall } from "./Call.ts"
import type { CallOptions } from "./CallOptions.ts"
import { limitConcurrency } from "./limitConcurrency.ts"
import { type Logger, type LogLevel, makeAttemptLogger } from "./logging.ts"
import { type Middleware, withMiddleware } from "./middleware.ts"
import { redact } from "./redact.ts"
import { buildRequest, type RequestBody, jsonBody } from "./buildRequest.ts"
import { makeRateLimitWait } from "./waitForRateLimit.ts"
import { JsonReceiver, IgnoredBodyReceiver } from "./response/JsonReceiver.ts"
import type { ResponseReceiver, Complete } from "./response/ResponseReceiver.ts"
import { attemptInSpan, modelOf } from "./tracing.ts"
import { Transport, type TransportRequest } from "./Transport.ts"

/** What Send must know of an operation. */
export interface Operation {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly retry: RetryPolicy.RetryClass
  /** The body of a success says nothing: whatever it is, it is passed over. */
  readonly responseBody?: "ignored"
}

/** Options of all calls of a client. */
export interface RequestExecutorOptions extends CallOptions {
  /** Requests under way at a time; others wait, within their deadlines. Default no limit. */
  readonly concurrency?: number | undefined
  /** Waits for the end of the window once an answer said that no request of its operation is left. Default false. */
  readonly waitForRateLimit?: boolean | undefined
  /** Takes a line for each attempt; `console` is one. Without it lines go to effect's own Logger. */
  readonly logger?: Logger | undefined
  /** How much is told. Default `info` with a logger, and else `off`. */
  readonly logLevel?: LogLevel | undefined
  /** Functions around each attempt, the first one outermost. */
  readonly middleware?: ReadonlyArray<Middleware> | undefined
  /** Hears of each attempt when it is over. Must not throw. `@leadline/core/client-metrics` makes one that counts. */
  readonly onAttempt?: ((attempt: AttemptInfo) => void) | undefined
}

/** How a request goes out and how its answer is read. */
export interface RequestFormat<Q, A> {
  readonly encodeBody: (asked: Q) => RequestBody | undefined
  readonly accept: string
  readonly makeReceiver: (
    call: Call,
    codings: ReadonlyArray<string>,
    resume: Complete<A>
  ) => ResponseReceiver<A>
}

/** Sends requests; the rooms' clients stand on it. What one room alone needs stands beside that room. */
export class RequestExecutor extends Context.Service<
  RequestExecutor,
  {
    /**
     * One call of a method, checks included: under its deadline, its failure told with attempts and time. Nothing
     * bounds the whole of a stream unless a timeout is set.
     */
    readonly call: <A, R>(
      operation: Operation,
      method: Effect.Effect<A, ApiError.ApiError, R>,
      isStream?: boolean
    ) => Effect.Effect<A, ApiError.ApiError, R>
    /** Inside a call: sends a request, as JSON if not said otherwise, and gives the answer's JSON unchecked. */
    readonly executeJson: <Q>(
      operation: Operation,
      request?: Q,
      body?: (request: Q | undefined) => RequestBody | undefined
    ) => Effect.Effect<unknown, ApiError.ApiError>
    /** Inside a call: sends a request and tries it again as its class allows, until an answer is received. */
    readonly execute: <Q, A>(
      operation: Operation,
      request: Q,
      how: RequestFormat<Q, A>
    ) => Effect.Effect<A, ApiError.ApiError>
  }
>()("@leadline/core/http/Send") {}

/** Milliseconds until the next attempt, or undefined: the failure stands. */
const retryDelay = (
  error: ApiError.ApiError,
  failure: RetryPolicy.FailureKind,
  operation: Operation,
  call: Call,
  chance: number
): number | undefined => {
  const retries = call.attempts - 1
  if (!RetryPolicy.mayRetry(operation.retry, failure) || !(retries < call.maxRetries)) return undefined
  const advice = RetryPolicy.retryAfter(call.head?.headers ?? {}, call.clock.currentTimeMillisUnsafe())
  const wait = advice ?? RetryPolicy.backoff(failure, retries, chance)
  return wait > RetryPolicy.maxRetryAfter || wait >= call.remaining() ? undefined : wait
}

const make = Effect.fnUntraced(function* (
  options: RequestExecutorOptions,
  key: Redacted.Redacted | undefined
) {
  const {
    concurrency,
    logger,
    logLevel,
    middleware = [],
    onAttempt,
    waitForRateLimit: pace = false,
    ...defaults
  } = options
  let transport = yield* Transport
  const pause = yield* Sleep
  if (middleware.length > 0) transport = withMiddleware(transport, middleware)
  if (concurrency !== undefined) transport = limitConcurrency(transport, concurrency)
  const log = makeAttemptLogger(logger, logLevel)
  const budget = RetryBudget.make()
  const window = pace ? makeRateLimitWait(pause) : undefined

  const attempts = <A>(
    operation: Operation,
    call: Call,
    request: TransportRequest,
    receiving: RequestFormat<unknown, A>["makeReceiver"]
  ): Effect.Effect<A, ApiError.ApiError> => {
    let taken = 0
    let startedAt = 0
    const sending = (sent: TransportRequest): Effect.Effect<A, ApiError.ApiError> =>
      Effect.callback<A, ApiError.ApiError>((resume) =>
        receiving(call, transport.contentCodings, resume).start(transport, sent)
      )
    const once = Effect.suspend((): Effect.Effect<A, ApiError.ApiError> => {
      if (log !== undefined) startedAt = call.now()
      const sent = call.attempts === 0 ? request : { ...request, attempt: call.attempts + 1 }
      return call.isTraced ? attemptInSpan(call, sent, transport.propagatesTrace, sending) : sending(sent)
    })
    const over = <B, E>(
      outcome: Effect.Effect<B, E>,
      error?: ApiError.ApiError,
      wait?: number
    ): Effect.Effect<B, E> => {
      const { name } = operation
      window?.note(name, call)
      const { attempts: attempt } = call
      onAttempt?.({
        operation: name,
        attempt,
        error,
        retryDelay: wait,
        elapsed: call.elapsed(),
        retryTokens: budget.remaining()
      })
      return log === undefined
        ? outcome
        : Effect.andThen(log({ name, call, request, startedAt, wait, ...(error && { error }) }), outcome)
    }
    const retry = (error: ApiError.ApiError): Effect.Effect<A, ApiError.ApiError> =>
      Effect.flatMap(Random.next, (chance) => {
        const failure = RetryPolicy.classifyFailure(error)
        const wait = retryDelay(error, failure, operation, call, chance)
        const cost = RetryBudget.costOf(failure)
        if (wait === undefined || !budget.take(cost)) return over(Effect.fail(error), error)
        taken += cost
        call.waits.push(wait)
        return over(Effect.andThen(pause(wait), attempt), error, wait)
      })
    const attempt: Effect.Effect<A, ApiError.ApiError> = Effect.matchEffect(
      window === undefined ? once : Effect.andThen(window.wait(operation.name, call), once),
      {
        onSuccess: (answer) => {
          budget.refund(taken)
          return over(Effect.succeed(answer))
        },
        onFailure: retry
      }
    )
    return attempt
  }

  const exchange = <Q, A>(
    operation: Operation,
    asked: Q,
    { accept, encodeBody: body, makeReceiver: receiving }: RequestFormat<Q, A>
  ): Effect.Effect<A, ApiError.ApiError> =>
    Effect.withFiber((fiber) => {
      const call = fiber.getRef(CurrentCall)
      if (call === undefined) return Effect.die(new Error("Send is used inside a call"))
      call.redact = (words) => redact(words, asked, key && Redacted.value(key))
      if (call.isTraced) call.model = modelOf(asked)
      const request = buildRequest(operation, call, body(asked), accept)
      return request instanceof Error ? Effect.fail(request) : attempts(operation, call, request, receiving)
    })

  return RequestExecutor.of({
    call: ({ name }, method, isStream = false) => runCall(name, method, defaults, isStream),
    executeJson: (operation, request, body = jsonBody) =>
      exchange(operation, request, {
        accept: "application/json",
        encodeBody: body,
        makeReceiver: (call, codings, resume) =>
          new (operation.responseBody === "ignored" ? IgnoredBodyReceiver : JsonReceiver)(
            call,
            codings,
            resume
          )
      }),
    execute: exchange
  })
})

/** {@link RequestExecutor} over a transport; call options hold for every call that does not set its own. The key is only ever hidden. */
export const layer = (
  options: RequestExecutorOptions,
  key?: Redacted.Redacted
): Layer.Layer<RequestExecutor, never, Transport> => Layer.effect(RequestExecutor, make(options, key))
