// Sends the requests of all rooms: one deadline, one retry loop, one reading of answers.
// Source: §4, §7, §8; Assumed: ours for retries and deadlines.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Stream from "effect/Stream"
import * as ApiError from "../errors/ApiError.ts"
import { Pause } from "../retry/Pause.ts"
import * as RetryBudget from "../retry/RetryBudget.ts"
import * as RetryPolicy from "../retry/RetryPolicy.ts"
import { type Call, CurrentCall, run, tell } from "./Call.ts"
import type { CallOptions } from "./CallOptions.ts"
import { withConcurrency } from "./concurrency.ts"
import { type Logger, type LogLevel, makeLog } from "./Logging.ts"
import { type Middleware, withMiddleware } from "./middleware.ts"
import { build, type Body, fileBody, jsonBody } from "./outgoing.ts"
import { makePace } from "./pace.ts"
import { ReceivingJson, ReceivingNothing } from "./readBody.ts"
import { ReceivingEvents } from "./readEvents.ts"
import type { Receiving, Resume } from "./Receiving.ts"
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
}

/** Sends requests; the rooms' clients stand on it. */
export class Send extends Context.Service<
  Send,
  {
    /** One call of a method, checks included: under its deadline, its failure told with attempts and time. */
    readonly call: <A, R>(
      operation: Operation,
      method: Effect.Effect<A, ApiError.ApiError, R>
    ) => Effect.Effect<A, ApiError.ApiError, R>
    /** Inside a call: sends a request, tries it again as its class allows, gives the answer's JSON unchecked. */
    readonly json: (operation: Operation, request?: unknown) => Effect.Effect<unknown, ApiError.ApiError>
    /** The same for an operation that takes a file, sent as the one part of a multipart form. */
    readonly file: (operation: Operation, file: Uint8Array) => Effect.Effect<unknown, ApiError.ApiError>
    /** One call of a method that gives a stream: as `call`, but nothing bounds the whole unless a timeout is set. */
    readonly callStream: <A, R>(
      operation: Operation,
      method: Effect.Effect<Stream.Stream<A, ApiError.ApiError>, ApiError.ApiError, R>
    ) => Effect.Effect<Stream.Stream<A, ApiError.ApiError>, ApiError.ApiError, R>
    /**
     * Inside such a call: sends a request, tries it again until an answer begins, gives its events unchecked. The
     * connection is freed when the stream ends, breaks off or is not begun within the idle timeout.
     */
    readonly stream: (
      operation: Operation,
      request: unknown
    ) => Effect.Effect<Stream.Stream<unknown, ApiError.ApiError>, ApiError.ApiError>
  }
>()("@leadline/core/http/Send") {}

/** What fails on the way is told like what fails before. */
const streaming = <A, R>(
  method: Effect.Effect<Stream.Stream<A, ApiError.ApiError>, ApiError.ApiError, R>
): Effect.Effect<Stream.Stream<A, ApiError.ApiError>, ApiError.ApiError, R> =>
  Effect.withFiber((fiber) => {
    const call = fiber.getRef(CurrentCall)
    return call === undefined
      ? method
      : Effect.map(
          method,
          Stream.mapError((error) => tell(call, error))
        )
  })

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

const make = Effect.fnUntraced(function* (options: SendOptions) {
  const { concurrency, logger, logLevel, middleware = [], pace = false, ...defaults } = options
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
    receiving: (call: Call, resume: Resume<A>) => Receiving<A>
  ): Effect.Effect<A, ApiError.ApiError> => {
    let taken = 0
    let startedAt = 0
    const sending = (sent: TransportRequest): Effect.Effect<A, ApiError.ApiError> =>
      Effect.callback<A, ApiError.ApiError>((resume) => receiving(call, resume).start(transport, sent))
    const once = Effect.suspend((): Effect.Effect<A, ApiError.ApiError> => {
      startedAt = call.now()
      const sent = call.attempts === 0 ? request : { ...request, attempt: call.attempts + 1 }
      return call.isTraced ? attemptInSpan(call, sent, transport.carriesTrace, sending) : sending(sent)
    })
    const over = <B, E>(
      outcome: Effect.Effect<B, E>,
      error?: ApiError.ApiError,
      wait?: number
    ): Effect.Effect<B, E> => {
      window?.note(operation.name, call)
      return log === undefined
        ? outcome
        : Effect.andThen(
            log({ name: operation.name, call, request, startedAt, wait, ...(error && { error }) }),
            outcome
          )
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

  const send = <A, Q>(
    operation: Operation,
    asked: Q,
    bodyOf: (asked: Q) => Body | undefined,
    accept: string,
    receiving: (call: Call, resume: Resume<A>) => Receiving<A>
  ): Effect.Effect<A, ApiError.ApiError> =>
    Effect.withFiber((fiber) => {
      const call = fiber.getRef(CurrentCall)
      if (call === undefined) return Effect.die(new Error("Send is used inside a call"))
      if (call.isTraced) call.model = modelOf(asked)
      const request = build(operation, call, bodyOf(asked), accept)
      return request instanceof Error ? Effect.fail(request) : attempts(operation, call, request, receiving)
    })

  const whole = <Q>(operation: Operation, asked: Q, bodyOf: (asked: Q) => Body | undefined) =>
    send<unknown, Q>(operation, asked, bodyOf, "application/json", (call, resume) =>
      operation.answer === "ignored"
        ? new ReceivingNothing(call, transport.codings, resume)
        : new ReceivingJson(call, transport.codings, resume)
    )

  return Send.of({
    call: ({ name }, method) => run(name, method, defaults, false),
    json: (operation, request) => whole(operation, request, jsonBody),
    file: (operation, file) => whole(operation, file, fileBody),
    callStream: ({ name }, method) => run(name, streaming(method), defaults, true),
    stream: (operation, request) =>
      send<Stream.Stream<unknown, ApiError.ApiError>, unknown>(
        operation,
        request,
        jsonBody,
        "text/event-stream",
        (call, resume) => new ReceivingEvents(call, transport.codings, resume)
      )
  })
})

/** {@link Send} over a transport; call options hold for every call that does not set its own. */
export const layer = (options: SendOptions): Layer.Layer<Send, never, Transport> =>
  Layer.effect(Send, make(options))
