// Sends the requests of all rooms: one deadline, one retry loop, one reading of answers.
// Source: §4, §7, §8; Assumed: ours for retries and deadlines.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import * as ApiError from "../errors/ApiError.ts"
import { Pause } from "./retry/Sleep.ts"
import * as RetryBudget from "./retry/RetryBudget.ts"
import * as RetryPolicy from "./retry/RetryPolicy.ts"
import type { Attempt } from "./AttemptInfo.ts"
import { type Call, CurrentCall, run } from "./Call.ts"
import type { CallOptions } from "./CallOptions.ts"
import { withConcurrency } from "./limitConcurrency.ts"
import { type Logger, type LogLevel, makeLog } from "./logging.ts"
import { type Middleware, withMiddleware } from "./middleware.ts"
import { hidden } from "./redact.ts"
import { build, type Body, jsonBody } from "./buildRequest.ts"
import { makePace } from "./waitForRateLimit.ts"
import { ReceivingJson, ReceivingNothing } from "./response/JsonReceiver.ts"
import type { Receiving, Resume } from "./response/ResponseReceiver.ts"
import { attemptInSpan, modelOf } from "./tracing.ts"
import { Transport, type TransportRequest } from "./Transport.ts"

/** What Send must know of an operation. */
export interface Operation {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly retry: RetryPolicy.RetryClass
  /** The body of a success says nothing: whatever it is, it is passed over. */
  readonly answer?: "ignored"
}

/** Options of all calls of a client. */
export interface SendOptions extends CallOptions {
  /** Requests under way at a time; others wait, within their deadlines. Default no limit. */
  readonly concurrency?: number | undefined
  /** Waits for the end of the window once an answer said that no request of its operation is left. Default false. */
  readonly pace?: boolean | undefined
  /** Takes a line for each attempt; `console` is one. Without it lines go to effect's own Logger. */
  readonly logger?: Logger | undefined
  /** How much is told. Default `info` with a logger, and else `off`. */
  readonly logLevel?: LogLevel | undefined
  /** Functions around each attempt, the first one outermost. */
  readonly middleware?: ReadonlyArray<Middleware> | undefined
  /** Hears of each attempt when it is over. Must not throw. `@leadline/core/client-metrics` makes one that counts. */
  readonly onAttempt?: ((attempt: Attempt) => void) | undefined
}

/** How a request goes out and how its answer is read. */
export interface Exchange<Q, A> {
  readonly body: (asked: Q) => Body | undefined
  readonly accept: string
  readonly receiving: (call: Call, codings: ReadonlyArray<string>, resume: Resume<A>) => Receiving<A>
}

/** Sends requests; the rooms' clients stand on it. What one room alone needs stands beside that room. */
export class Send extends Context.Service<
  Send,
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
    readonly json: <Q>(
      operation: Operation,
      request?: Q,
      body?: (request: Q | undefined) => Body | undefined
    ) => Effect.Effect<unknown, ApiError.ApiError>
    /** Inside a call: sends a request and tries it again as its class allows, until an answer is received. */
    readonly exchange: <Q, A>(
      operation: Operation,
      request: Q,
      how: Exchange<Q, A>
    ) => Effect.Effect<A, ApiError.ApiError>
  }
>()("@leadline/core/http/Send") {}

/** Milliseconds until the next attempt, or undefined: the failure stands. */
const waitAfter = (
  error: ApiError.ApiError,
  failure: RetryPolicy.Failure,
  operation: Operation,
  call: Call,
  chance: number
): number | undefined => {
  const retries = call.attempts - 1
  if (!RetryPolicy.mayRetry(operation.retry, failure) || !(retries < call.maxRetries)) return undefined
  const advice = RetryPolicy.retryAfter(call.head?.headers ?? {}, call.clock.currentTimeMillisUnsafe())
  const wait = advice ?? RetryPolicy.backoff(failure, retries, chance)
  return wait > RetryPolicy.longestAdvice || wait >= call.left() ? undefined : wait
}

const make = Effect.fnUntraced(function* (options: SendOptions, key: Redacted.Redacted | undefined) {
  const { concurrency, logger, logLevel, middleware = [], onAttempt, pace = false, ...defaults } = options
  let transport = yield* Transport
  const pause = yield* Pause
  if (middleware.length > 0) transport = withMiddleware(transport, middleware)
  if (concurrency !== undefined) transport = withConcurrency(transport, concurrency)
  const log = makeLog(logger, logLevel)
  const budget = RetryBudget.make()
  const window = pace ? makePace(pause) : undefined

  const attempts = <A>(
    operation: Operation,
    call: Call,
    request: TransportRequest,
    receiving: Exchange<unknown, A>["receiving"]
  ): Effect.Effect<A, ApiError.ApiError> => {
    let taken = 0
    let startedAt = 0
    const sending = (sent: TransportRequest): Effect.Effect<A, ApiError.ApiError> =>
      Effect.callback<A, ApiError.ApiError>((resume) =>
        receiving(call, transport.codings, resume).start(transport, sent)
      )
    const once = Effect.suspend((): Effect.Effect<A, ApiError.ApiError> => {
      if (log !== undefined) startedAt = call.now()
      const sent = call.attempts === 0 ? request : { ...request, attempt: call.attempts + 1 }
      return call.isTraced ? attemptInSpan(call, sent, transport.carriesTrace, sending) : sending(sent)
    })
    const over = <B, E>(
      outcome: Effect.Effect<B, E>,
      error?: ApiError.ApiError,
      wait?: number
    ): Effect.Effect<B, E> => {
      const { name } = operation
      window?.note(name, call)
      const { attempts: attempt } = call
      onAttempt?.({ operation: name, attempt, error, wait, elapsed: call.elapsed(), tokens: budget.left() })
      return log === undefined
        ? outcome
        : Effect.andThen(log({ name, call, request, startedAt, wait, ...(error && { error }) }), outcome)
    }
    const retry = (error: ApiError.ApiError): Effect.Effect<A, ApiError.ApiError> =>
      Effect.flatMap(Random.next, (chance) => {
        const failure = RetryPolicy.failureOf(error)
        const wait = waitAfter(error, failure, operation, call, chance)
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
          budget.giveBack(taken)
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
    { accept, body, receiving }: Exchange<Q, A>
  ): Effect.Effect<A, ApiError.ApiError> =>
    Effect.withFiber((fiber) => {
      const call = fiber.getRef(CurrentCall)
      if (call === undefined) return Effect.die(new Error("Send is used inside a call"))
      call.hide = (words) => hidden(words, asked, key && Redacted.value(key))
      if (call.isTraced) call.model = modelOf(asked)
      const request = build(operation, call, body(asked), accept)
      return request instanceof Error ? Effect.fail(request) : attempts(operation, call, request, receiving)
    })

  return Send.of({
    call: ({ name }, method, isStream = false) => run(name, method, defaults, isStream),
    json: (operation, request, body = jsonBody) =>
      exchange(operation, request, {
        accept: "application/json",
        body,
        receiving: (call, codings, resume) =>
          new (operation.answer === "ignored" ? ReceivingNothing : ReceivingJson)(call, codings, resume)
      }),
    exchange
  })
})

/** {@link Send} over a transport; call options hold for every call that does not set its own. The key is only ever hidden. */
export const layer = (options: SendOptions, key?: Redacted.Redacted): Layer.Layer<Send, never, Transport> =>
  Layer.effect(Send, make(options, key))
