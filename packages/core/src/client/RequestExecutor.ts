// Executes the calls of all resources: one deadline per call, one retry loop, one way to receive a response.
// Source: §4, §7, §8; Assumed: ours for retries and deadlines.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import type * as ApiError from "../errors/ApiError.ts"
import type { AttemptInfo } from "./AttemptInfo.ts"
import { buildRequest, jsonBody, type RequestBody } from "./buildRequest.ts"
import { withQuery } from "./queryString.ts"
import { type Call, CurrentCall } from "./Call.ts"
import { makeCallQueue } from "./CallQueue.ts"
import { callOptions, type CallOptions } from "./CallOptions.ts"
import { levels, type Logger, type LogLevel, makeAttemptLogger } from "./logging.ts"
import { type Middleware, withMiddleware } from "./middleware.ts"
import { aBoolean, aFunction, type Checks, integerFrom, oneOf } from "./optionChecks.ts"
import { redactor, secretsOf } from "./redact.ts"
import { JsonAttempt } from "./response/JsonAttempt.ts"
import type { Complete, Attempt } from "./response/Attempt.ts"
import * as RetryBudget from "./retry/RetryBudget.ts"
import { retryLoop } from "./retry/retryLoop.ts"
import type { RetryClass } from "./retry/RetryPolicy.ts"
import { Sleep } from "./retry/Sleep.ts"
import { runCall } from "./runCall.ts"
import { attemptInSpan, modelOf } from "./tracing.ts"
import { Transport, type TransportRequest } from "./Transport.ts"
import { makeRateLimitWait } from "./waitForRateLimit.ts"

/** What the executor needs of an operation. */
export interface Operation {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly retry: RetryClass
  /** Operations that share a rate limit have the same. Default: the name. */
  readonly rateLimit?: string
}

/** Options of all calls of a client. */
export interface RequestExecutorOptions extends CallOptions {
  /**
   * Calls in progress at a time, with their attempts and waits; a stream counts until it ends. The others wait in order,
   * before their `timeout` begins and for their `queueTimeout` at most. Default no limit. A middleware that calls the
   * same client needs a second slot.
   */
  readonly concurrency?: number | undefined
  /**
   * Waits for the end of a rate limit window instead of failing, within `timeout`: before requests of an operation that
   * has none left, and after a 429 that says how long to wait, which then counts as no attempt. A window that ends in
   * over an hour is not believed: the next request is sent. Default false.
   */
  readonly waitForRateLimit?: boolean | undefined
  /** Receives one line per attempt; `console` is one. Without it lines go to Effect's own loggers. */
  readonly logger?: Logger | undefined
  /** Which lines are logged. Default `info` with a `logger`, else `off`. */
  readonly logLevel?: LogLevel | undefined
  /** Functions around each attempt, the first one outermost. */
  readonly middleware?: ReadonlyArray<Middleware> | undefined
  /** Called after each attempt; must not throw. `@leadline/core/client-metrics` makes one that counts. */
  readonly onAttempt?: ((attempt: AttemptInfo) => void) | undefined
}

/** The check of each option. */
export const executorOptions = {
  ...callOptions,
  concurrency: integerFrom(1),
  waitForRateLimit: aBoolean,
  logger: [
    "an object with error, warn, info and debug",
    (value) => levels.slice(1).every((level) => aFunction[1](Object(value)[level]))
  ],
  logLevel: oneOf(levels),
  middleware: ["an array of functions", (value) => Array.isArray(value) && value.every(aFunction[1])],
  onAttempt: aFunction
} satisfies Checks<RequestExecutorOptions>

/** How a request is encoded and its response received. */
export interface RequestFormat<Q, A> {
  readonly accept: string
  readonly encodeBody: (request: Q) => RequestBody | undefined
  readonly newAttempt: (call: Call, complete: Complete<A>) => Attempt<A>
}

/** Sends the requests of every resource's client. What one resource alone needs is in its folder. */
export class RequestExecutor extends Context.Service<
  RequestExecutor,
  {
    /**
     * Runs a method as one call: under its deadline, checks included. A failure carries the attempts made and the time
     * taken. A stream has no overall deadline unless `timeout` is set.
     */
    readonly call: <A, R>(
      operation: Operation,
      method: Effect.Effect<A, ApiError.ApiError, R>,
      isStream?: boolean
    ) => Effect.Effect<A, ApiError.ApiError, R>
    /** Inside a call: sends a request, by default as JSON, and gives the JSON of the response unchecked. */
    readonly executeJson: <Q>(
      operation: Operation,
      request?: Q,
      encodeBody?: (request: Q | undefined) => RequestBody | undefined
    ) => Effect.Effect<unknown, ApiError.ApiError>
    /** Inside a call: sends a request, and again as its retry class allows, until a response is received. */
    readonly execute: <Q, A>(
      operation: Operation,
      request: Q,
      format: RequestFormat<Q, A>
    ) => Effect.Effect<A, ApiError.ApiError>
    /** Waits so many milliseconds. */
    readonly sleep: (millis: number) => Effect.Effect<void>
  }
>()("@leadline/core/client/RequestExecutor") {}

/** Is it a JSON object? A file is sent as it is. */
const isBody = (request: unknown): boolean => Predicate.isObject(request) && !ArrayBuffer.isView(request)

const make = Effect.fnUntraced(function* (
  options: RequestExecutorOptions,
  key: Redacted.Redacted | undefined
) {
  const { concurrency, logger, logLevel, middleware = [], onAttempt, waitForRateLimit, ...defaults } = options
  let transport = yield* Transport
  const sleep = yield* Sleep
  if (middleware.length > 0) transport = withMiddleware(transport, middleware)
  const queue = concurrency && makeCallQueue(concurrency)
  const log = makeAttemptLogger(logger, logLevel)
  const budget = RetryBudget.make()
  const rateLimit = waitForRateLimit === true ? makeRateLimitWait(sleep) : undefined
  const apiKey = key && Redacted.value(key)
  const ownSecrets = secretsOf(apiKey)

  const attempts = <A>(
    { name, rateLimit: limit = name, retry }: Operation,
    call: Call,
    request: TransportRequest,
    newAttempt: RequestFormat<unknown, A>["newAttempt"]
  ): Effect.Effect<A, ApiError.ApiError> => {
    let startedAt = 0
    const send = (sent: TransportRequest): Effect.Effect<A, ApiError.ApiError> =>
      Effect.callback<A, ApiError.ApiError>((complete) => newAttempt(call, complete).send(transport, sent))
    const attempt = Effect.suspend((): Effect.Effect<A, ApiError.ApiError> => {
      if (log !== undefined) startedAt = call.now()
      const sent = call.attempts === 0 ? request : { ...request, attempt: call.attempts + 1 }
      return call.isTraced ? attemptInSpan(call, sent, transport.propagatesTrace, send) : send(sent)
    })
    return retryLoop({
      call,
      retry,
      budget,
      sleep,
      attempt,
      beforehand: rateLimit?.wait(limit, call),
      report: (next, error, retryDelay) => {
        rateLimit?.note(limit, call, error)
        onAttempt?.({
          operation: name,
          attempt: call.attempts,
          error,
          retryDelay,
          elapsed: call.elapsed(),
          retryTokens: budget.remaining()
        })
        return log
          ? Effect.andThen(log({ name, call, request, startedAt, retryDelay, ...(error && { error }) }), next)
          : next
      }
    })
  }

  const execute = <Q, A>(
    operation: Operation,
    request: Q,
    { accept, encodeBody, newAttempt }: RequestFormat<Q, A>
  ): Effect.Effect<A, ApiError.ApiError> =>
    Effect.withFiber((fiber) => {
      const call = fiber.getRef(CurrentCall)
      if (call === undefined) return Effect.die("No call")
      const { extraBody, extraQuery = {} } = call.options
      const sent = extraBody !== undefined && isBody(request) ? { ...request, ...extraBody } : request
      if (call.isTraced) call.model = modelOf(sent)
      const built = buildRequest(withQuery(operation, extraQuery), call, encodeBody(sent), accept)
      if (built instanceof Error) return Effect.fail(built)
      const { headers } = call.options
      call.secrets = headers === undefined ? ownSecrets : secretsOf(apiKey, headers)
      call.redact = redactor(built, call.secrets)
      call.hasKey = key !== undefined || "authorization" in built.headers
      const requests = attempts(operation, call, built, newAttempt)
      return queue ? queue(call, requests) : requests
    })

  return RequestExecutor.of({
    call: ({ name }, method, isStream = false) => runCall(name, method, defaults, isStream),
    executeJson: (operation, request, encodeBody = jsonBody) =>
      execute(operation, request, {
        accept: "application/json",
        encodeBody,
        newAttempt: (call, complete) => new JsonAttempt(call, complete)
      }),
    execute,
    sleep
  })
})

/**
 * A {@link RequestExecutor} over a transport. The options hold for every call that does not set its own. The key is
 * only redacted from messages here, never sent.
 */
export const layer = (
  options: RequestExecutorOptions,
  key?: Redacted.Redacted
): Layer.Layer<RequestExecutor, never, Transport> => Layer.effect(RequestExecutor, make(options, key))
