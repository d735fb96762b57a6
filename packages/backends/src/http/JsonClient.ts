// A client of one backend for JSON and event streams at any path, guarded and counted.
// Assumed: ours.
import type * as Client from "@leadline/core/client"
import type * as ApiError from "@leadline/core/errors"
import { makeLogThrottle, RequestExecutor, streamOperation, withQuery } from "@leadline/core/internal"
import type { Transport } from "@leadline/core/transport"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import type { BackendSettings } from "../configuration/settings.ts"
import type { CircuitBreakerOptions } from "./CircuitBreaker.ts"
import { layerExecutor } from "./backendExecutor.ts"
import { metered, type Prices } from "./charge.ts"
import { makeGuardedCalls } from "./guardedCall.ts"
import * as limits from "./limits.ts"
import { mapStatus } from "./mapStatus.ts"
import { makeProbe } from "./probe.ts"
import type { Used } from "./usage.ts"

/** The settings of a backend that its client needs, and what its kind adds. */
export interface JsonClientOptions
  extends
    Pick<BackendSettings, "apiKey" | "concurrency" | "idleTimeout" | "name" | "prices" | "timeout" | "url">,
    Pick<Prices, "pricePerThousand"> {
  /** The header that takes the key as it is, in place of `authorization`. */
  readonly keyHeader?: string | undefined
  readonly circuitBreaker?: Partial<CircuitBreakerOptions> | undefined
  /** The path that its circuit breaker probes before it closes: any answer below 500 will do. Default `/v1/models`. */
  readonly probePath?: string | undefined
}

/** A request to the backend. */
export interface JsonCall {
  /** The operation that it serves, as `decisions.create`: each has a circuit breaker of its own. */
  readonly operation: string
  /** The name there of the model whose tokens the caller pays. Default: the price of a call without a model, if any. */
  readonly model?: string
  readonly method?: "GET" | "POST"
  /** From `/` on. */
  readonly path: string
  /** Sent as JSON. */
  readonly body?: unknown
  readonly query?: Client.Query
  /** Logged advice to the operator about a status. */
  readonly advice?: (status: number) => string | undefined
  /** Sends it once more when the connection failed before any byte was sent. Default false. */
  readonly retryUnsent?: boolean
}

/** Reads an answer. `used`: what a paid call used, as far as it is plausible. */
export type Decode<A> = (answer: unknown, used: Used) => Effect.Effect<A, ApiError.ApiError>

/** Calls one backend. Errors are those that the caller of this server gets. */
export interface JsonClient {
  readonly name: string
  /**
   * The JSON of a response, unchecked, or what `decode` makes of it and of what a paid call used. A failure of `decode` is one of the backend, for the
   * circuit breaker too.
   */
  readonly call: <A = unknown>(call: JsonCall, decode?: Decode<A>) => Effect.Effect<A, ApiError.ApiError>
  /** The JSON of each event of a stream, unchecked, and `[DONE]` as it is. Where a model is paid, an event has its usage. */
  readonly stream: (
    call: JsonCall
  ) => Effect.Effect<Stream.Stream<unknown, ApiError.ApiError>, ApiError.ApiError>
  /** A call whose error is as the backend sent it, for probes: not guarded, not counted. */
  readonly probe: (call: Omit<JsonCall, "model" | "operation">) => Effect.Effect<unknown, ApiError.ApiError>
}

/** A request by the executor of a client. */
const send = (
  executor: RequestExecutor["Service"],
  prefix: string,
  { body, method, path, query }: Omit<JsonCall, "model" | "operation">
) =>
  Effect.suspend(() => {
    const operation = withQuery(
      {
        name: "Client.request",
        method: method ?? (body === undefined ? "GET" : "POST"),
        path: prefix + path,
        retry: "generation"
      } as const,
      query ?? {}
    )
    return executor.call(operation, (call) => executor.executeJson(call, operation, body))
  })

const defaultAdvice: { readonly [status: number]: string } = {
  402: "The backend wants to be paid: check the account of its key",
  404: "The backend has no such address or model: check its url, kind and models",
  405: "The backend has no such address: check its url and kind",
  501: "The backend cannot do this: check its model"
}

/** Logs what the operator can do, now and then: callers only get a 500. */
const makeLogAdvice = (backend: string) => {
  const throttled = makeLogThrottle()
  return <A>(sent: Effect.Effect<A, ApiError.ApiError>, { advice, operation }: JsonCall) =>
    Effect.tapError(sent, ({ status }) => {
      const text = status === undefined ? undefined : (advice?.(status) ?? defaultAdvice[status])
      return text === undefined
        ? Effect.void
        : throttled(Effect.logError(text, { backend, operation, status }))
    })
}

const isUnsent = (error: ApiError.ApiError): boolean =>
  error._tag === "ConnectionError" && error.sent === false

const keyOptions = ({ apiKey, keyHeader }: JsonClientOptions) =>
  keyHeader === undefined || apiKey === undefined
    ? { apiKey }
    : { headers: { [keyHeader]: Redacted.value(apiKey) } }

/** The address for the client, and what stands before every path: an address may end in `/v1`. */
const splitUrl = (url: string): { readonly baseUrl: string; readonly prefix: string } => {
  const baseUrl = url.replace(/\/v1$/, "")
  return { baseUrl, prefix: url.slice(baseUrl.length) }
}

/** Makes the client of a backend over a transport, which must not follow redirects. It never retries. */
export const makeJsonClient = (
  options: JsonClientOptions
): Effect.Effect<JsonClient, never, Transport | Scope.Scope> =>
  Effect.gen(function* () {
    const { apiKey, circuitBreaker, concurrency, name } = options
    const { baseUrl, prefix } = splitUrl(options.url)
    const context = yield* Layer.build(
      layerExecutor({
        ...keyOptions(options),
        baseUrl,
        timeout: options.timeout ?? limits.timeout,
        idleTimeout: options.idleTimeout ?? limits.idleTimeout,
        concurrency,
        maxRetries: 0,
        logLevel: "off"
      })
    )
    const executor = yield* Effect.provideContext(RequestExecutor, context)
    const logAdvice = makeLogAdvice(name)
    const isAlive = yield* makeProbe(
      { ...keyOptions(options), baseUrl },
      prefix + (options.probePath ?? "/v1/models")
    )
    const scope = yield* Scope.Scope
    const { prices, pricePerThousand } = options
    const guard = makeGuardedCalls({ apiKey, circuitBreaker, isAlive, name, prices, pricePerThousand, scope })
    return {
      name,
      call: <A>(
        { retryUnsent = false, ...call }: JsonCall,
        // Without it A is unknown.
        decode: Decode<A> = (answer) => Effect.succeed(answer as A)
      ) => {
        const sent = logAdvice(send(executor, prefix, call), call)
        const tried = retryUnsent ? Effect.retry(sent, { times: 1, while: isUnsent }) : sent
        const { body: request, model, operation } = call
        return guard.call({ operation, model, request, mapError: mapStatus }, (meter) =>
          Effect.flatMap(tried, (answer) => {
            meter.answered(answer)
            return decode(answer, meter.count.used(true))
          })
        )
      },
      stream: ({ body, model, operation, path }) => {
        const begun = streamOperation(
          executor,
          { name: `${name}.${operation}`, method: "POST", path: prefix + path, retry: "generation" },
          body
        )
        return guard.stream({ operation, model, request: body, mapError: mapStatus }, (meter) =>
          Effect.map(begun, (events) => (model === undefined ? events : metered(events, meter)))
        )
      },
      probe: (call) => send(executor, prefix, call)
    }
  })
