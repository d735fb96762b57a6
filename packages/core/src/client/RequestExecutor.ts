// The service that sends the requests of every resource's client, and the options of a client that it reads.
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { RetryClass } from "../contract/resource.ts"
import type * as ApiError from "../errors/ApiError.ts"
import type { RequestBody } from "./buildRequest.ts"
import type { Call } from "./Call.ts"
import { callOptions, type CallOptions } from "./CallOptions.ts"
import { levels, type Logger, type LogLevel } from "./logging.ts"
import type { Middleware } from "./middleware.ts"
import { aBoolean, aFunction, type Checks, integerFrom, oneOf } from "./optionChecks.ts"
import type { Complete, Attempt } from "./response/Attempt.ts"
import type { NamedCall } from "./tracing.ts"

/** An operation as the executor sees it. */
export interface Operation extends NamedCall {
  readonly method: string
  readonly path: string
  readonly retry: RetryClass
  /** Operations that share a rate limit have the same. Default: the name. */
  readonly rateLimit?: string
}

/** A finished attempt. An attempt of a stream is finished when the head of its response has arrived. */
export interface AttemptInfo {
  /** For example `Decisions.create`. */
  readonly operation: string
  /** From 1 on. */
  readonly attempt: number
  /** Why it failed; undefined for a success. */
  readonly error: ApiError.ApiError | undefined
  /** Milliseconds to the next attempt; undefined: this was the last. */
  readonly retryDelay: number | undefined
  /** Milliseconds since the call began. */
  readonly elapsed: number
  /** Tokens left in the client's retry budget, of 500. Without enough tokens nothing is retried. */
  readonly retryTokens: number
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
  /** The level of the lines that are logged. Default `info` with a `logger`, else `off`. */
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
  /** Called for each attempt. */
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
      method: (call: Call) => Effect.Effect<A, ApiError.ApiError, R>,
      isStream?: boolean
    ) => Effect.Effect<A, ApiError.ApiError, R>
    /** Inside a call: sends a request, by default as JSON, and gives the JSON of the response unchecked. */
    readonly executeJson: <Q>(
      call: Call,
      operation: Operation,
      request?: Q,
      encodeBody?: (request: Q | undefined) => RequestBody | undefined
    ) => Effect.Effect<unknown, ApiError.ApiError>
    /** Inside a call: sends a request, and again as its retry class allows, until a response is received. */
    readonly execute: <Q, A>(
      call: Call,
      operation: Operation,
      request: Q,
      format: RequestFormat<Q, A>
    ) => Effect.Effect<A, ApiError.ApiError>
    /** Waits so many milliseconds. */
    readonly sleep: (millis: number) => Effect.Effect<void>
  }
>()("@leadline/core/client/RequestExecutor") {}
