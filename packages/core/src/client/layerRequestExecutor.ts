// Executes the calls of a client: one deadline per call, one retry loop, one way to receive a response.
// Source: §4, §5, §7, §8; Assumed: ours for retries and deadlines.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import type { ApiError } from "../errors/ApiError.ts"
import { isTraced } from "../telemetry/isTraced.ts"
import { policyHeader } from "../protocol/policyHeaders.ts"
import { buildRequest, jsonBody } from "./buildRequest.ts"
import { annotateError, Call, CallObserver } from "./Call.ts"
import type { CallOptions } from "./CallOptions.ts"
import { makeCallQueue } from "./CallQueue.ts"
import { makeAttemptLogger } from "./logging.ts"
import { withMiddleware } from "./middleware.ts"
import { aFunction, checkOptions, type Checks, textWithout } from "./optionChecks.ts"
import { withQuery } from "./queryString.ts"
import { secretsOf } from "./redact.ts"
import { executorOptions, type Operation, RequestExecutor } from "./RequestExecutor.ts"
import type { RequestExecutorOptions, RequestFormat } from "./RequestExecutor.ts"
import { JsonAttempt } from "./response/Attempt.ts"
import { makeRetryBudget, retryLoop, Sleep } from "./retry/retryLoop.ts"
import { attemptInSpan, inSpan, modelOf } from "./tracing.ts"
import { Transport, type TransportRequest } from "./Transport.ts"
import { makeRateLimitWait } from "./waitForRateLimit.ts"

/** Options of a client. Those of {@link CallOptions} hold for every call that does not set its own. */
export interface ClientOptions extends RequestExecutorOptions {
  /** The address of the service: an http or https URL, optionally with a path; operations add `/v1`. */
  readonly baseUrl: string
  /** The API key, plain or redacted. Without one only the model list can be called. */
  readonly apiKey?: string | Redacted.Redacted | undefined
  /** Wraps the transport. The wrapper sees each request as it is sent, with the key, and the whole response. */
  readonly wrapTransport?: ((transport: Transport["Service"]) => Transport["Service"]) | undefined
}

const baseUrlCheck = textWithout("an http or https URL", [
  [/^$/, ""],
  [/^(?!https?:\/\/[^/])/i, "no http:// or https://"],
  [/[\s\\]/, "a blank"],
  [/[?#]/, "a query or fragment"],
  [/\/\/[^/]*@/, "a user"],
  [/[^/]\/v1\/?$/i, "/v1 at its end: leave it out"]
])

/** A key that does not fit into a header is invalid, because transports would quote it in their messages. */
const apiKeyCheck = textWithout(
  "an API key",
  [
    [/^$/, ""],
    [/\s/, "a blank or line end"],
    [/^["']/, "quotes"],
    [/[^!-~]/, "no ASCII"]
  ],
  (key) => (Redacted.isRedacted(key) ? Redacted.value(key) : key)
)

/** The check of each option of a client; a transport adds those of its own. */
export const clientOptions: Checks<ClientOptions> = {
  ...executorOptions,
  baseUrl: baseUrlCheck,
  apiKey: apiKeyCheck,
  wrapTransport: aFunction
}

/** Adds base URL and key to every request; only here is the key used. */
const withBaseUrlAndKey = (baseUrl: string, key: Redacted.Redacted | undefined) => {
  const base = baseUrl.replace(/\/$/, "")
  const authorization = key && { authorization: `Bearer ${Redacted.value(key)}` }
  return (transport: Transport["Service"]): Transport["Service"] => ({
    ...transport,
    send: ({ body, headers, method, url }, receiver) =>
      transport.send({ method, url: base + url, headers: { ...headers, ...authorization }, body }, receiver)
  })
}

/**
 * Runs a method as one call, in a span if tracing is on. A failure carries the operation, the attempts made and the time
 * taken.
 */
const runCall = <A, R>(
  operation: Operation,
  method: (call: Call) => Effect.Effect<A, ApiError, R>,
  defaults: CallOptions,
  isStream: boolean
): Effect.Effect<A, ApiError, R> =>
  Effect.withFiber((fiber) => {
    const call = new Call(operation.name, fiber, defaults, isStream)
    fiber.getRef(CallObserver)?.(call)
    const finished = Effect.matchEffect(method(call), {
      onSuccess: (result) => {
        call.duration = call.elapsed()
        return Effect.succeed(result)
      },
      onFailure: (error) => {
        call.duration = call.elapsed()
        return Effect.fail(annotateError(call, error))
      }
    })
    return isTraced(fiber) ? inSpan(call, operation, finished) : finished
  })

/** Is it a JSON object? A file is sent as it is. */
const isBody = (request: unknown): boolean => Predicate.isObject(request) && !ArrayBuffer.isView(request)

/** An executor over a transport. The key is only redacted from messages here, never sent. */
const make = Effect.fnUntraced(function* (
  options: RequestExecutorOptions,
  key: Redacted.Redacted | undefined
) {
  const { concurrency, logger, logLevel, middleware = [], onAttempt, waitForRateLimit, ...defaults } = options
  const given = yield* Transport
  const sleep = yield* Sleep
  const transport = middleware.length > 0 ? withMiddleware(given, middleware) : given
  const queue = concurrency === undefined ? undefined : makeCallQueue(concurrency)
  const log = makeAttemptLogger(logger, logLevel)
  const budget = makeRetryBudget()
  const rateLimit = waitForRateLimit === true ? makeRateLimitWait(sleep) : undefined
  const apiKey = key && Redacted.value(key)
  const ownSecrets = secretsOf(apiKey)

  const attempts = <A>(
    { name, rateLimit: limit = name, retry }: Operation,
    call: Call,
    request: TransportRequest,
    newAttempt: RequestFormat<unknown, A>["newAttempt"]
  ): Effect.Effect<A, ApiError> => {
    let startedAt = 0
    const send = (sent: TransportRequest): Effect.Effect<A, ApiError> =>
      Effect.callback<A, ApiError>((complete) => newAttempt(call, complete).send(transport, sent))
    const attempt = Effect.suspend((): Effect.Effect<A, ApiError> => {
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
        return log === undefined
          ? next
          : Effect.andThen(log({ name, call, request, startedAt, retryDelay, ...(error && { error }) }), next)
      }
    })
  }

  const execute = <Q, A>(
    call: Call,
    operation: Operation,
    request: Q,
    { accept, encodeBody, newAttempt }: RequestFormat<Q, A>
  ): Effect.Effect<A, ApiError> =>
    Effect.suspend(() => {
      const { extraBody, extraQuery, headers, policy } = call.options
      const sent = extraBody !== undefined && isBody(request) ? { ...request, ...extraBody } : request
      if (call.isTraced) call.model = modelOf(sent)
      const target = extraQuery === undefined ? operation : withQuery(operation, extraQuery)
      const further =
        policy === undefined || operation.name !== "Decisions.create"
          ? headers
          : { ...headers, [policyHeader]: policy }
      const built = buildRequest(target, further, encodeBody(sent), accept)
      if (built instanceof Error) return Effect.fail(built)
      call.request = built
      call.secrets = headers === undefined ? ownSecrets : secretsOf(apiKey, headers)
      call.hasKey = key !== undefined || "authorization" in built.headers
      const requests = attempts(operation, call, built, newAttempt)
      return queue === undefined ? requests : queue(call, requests)
    })

  return RequestExecutor.of({
    call: (operation, method, isStream = false) => runCall(operation, method, defaults, isStream),
    executeJson: (call, operation, request, encodeBody = jsonBody) =>
      execute(call, operation, request, {
        accept: "application/json",
        encodeBody,
        newAttempt: (current, complete) => new JsonAttempt(current, complete)
      }),
    execute,
    sleep
  })
})

/**
 * Provide it to the `layerClient` of single resources, to bundle these resources alone. Throws a TypeError for an unknown
 * or invalid option.
 */
export const layerRequestExecutor = (
  options: ClientOptions
): Layer.Layer<RequestExecutor, never, Transport> => {
  checkOptions({ ...options, baseUrl: options.baseUrl ?? "" }, clientOptions)
  const { apiKey, baseUrl, wrapTransport = (transport) => transport, ...defaults } = options
  const key = typeof apiKey === "string" ? Redacted.make(apiKey) : apiKey
  const address = withBaseUrlAndKey(baseUrl, key)
  const wrapped = Effect.map(Transport, (transport) => address(wrapTransport(transport)))
  return Layer.provide(Layer.effect(RequestExecutor, make(defaults, key)), Layer.effect(Transport, wrapped))
}
