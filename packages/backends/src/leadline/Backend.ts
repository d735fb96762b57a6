// Another server of the contract: a client that sends each call once, guarded and counted.
// Source: §7.1; Assumed: ours for timeouts.
import * as Client from "@leadline/core/client"
import type * as ApiError from "@leadline/core/errors"
import { CurrentRequest, responseInfoOf } from "@leadline/core/internal"
import { type AnsweredBy, modelHeader, noPolicy, parseModel, policyHeader } from "@leadline/core/policies"
import type { Transport } from "@leadline/core/transport"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import type { CircuitBreakerOptions } from "../http/CircuitBreaker.ts"
import { counted, type Prices } from "../http/charge.ts"
import { type GuardedCall, makeGuardedCalls } from "../http/guardedCall.ts"
import { layerExecutor } from "../http/backendExecutor.ts"
import * as limits from "../http/limits.ts"
import { makeProbe } from "../http/probe.ts"
import { textAt } from "../json/unknownJson.ts"
import { mapError, type OperationTraits } from "./mapError.ts"

/** Where the server is, and its timeouts. */
export interface BackendOptions extends Pick<Prices, "prices"> {
  /** `https://` or `http://`, a host and an optional path. Redirects are never followed. */
  readonly baseUrl: string
  /**
   * This server's own API key there. The caller's key is never sent. An answer that holds this one, if it has 16
   * characters at least, is refused: 502. Default: none.
   */
  readonly apiKey?: Redacted.Redacted | undefined
  /** The backend, in metrics, logs and response headers. Default `upstream`. */
  readonly name?: string | undefined
  /** Time for a whole response, or for the head of a stream; then the caller gets 504. Default 60 s. */
  readonly timeout?: Duration.Input | undefined
  /** Longest time without a byte in a stream. Default 20 s. */
  readonly idleTimeout?: Duration.Input | undefined
  /** Calls in progress at a time; the others wait, key groups in turn. Default no limit. */
  readonly concurrency?: number | undefined
  /** When calls of an operation are refused because earlier ones of it failed. */
  readonly circuitBreaker?: Partial<CircuitBreakerOptions> | undefined
}

/** The client that sends requests. */
export type RequestSender = Layer.Success<ReturnType<typeof Client.layerRequestExecutor>>

type Call<A, R> = Effect.Effect<A, ApiError.ApiError, R>
type Events<A> = Stream.Stream<A, ApiError.ApiError>

/** The server, as the resources of this folder call it. */
export class Backend extends Context.Service<
  Backend,
  {
    /** Runs one call through the circuit breaker of its operation, counts it, and maps its error for the caller. */
    readonly call: <A, R>(operation: string, call: Call<A, R>, traits?: OperationTraits) => Call<A, R>
    /** The same for a call that returns a stream of events. */
    readonly stream: <A, R>(
      operation: string,
      call: Call<Events<A>, R>,
      traits: OperationTraits
    ) => Call<Events<A>, R>
  }
>()("@leadline/backends/leadline/Backend") {}

const stateless: OperationTraits = { isStored: false }

const guardedCall = (operation: string, traits: OperationTraits): GuardedCall => ({
  operation,
  model: traits.paid && (traits.paid.model ?? ""),
  request: traits.paid,
  mapError: (error, carriesKey) => mapError(error, traits, carriesKey)
})

/** Asks the server which model answers. */
const askModel: Client.CallOptions = { headers: { [policyHeader]: noPolicy } }

/** The model as the server says it in a header; another server of the contract names it as it was asked for. */
const modelOf = (answer: unknown, response: Client.ResponseInfo | undefined): AnsweredBy =>
  parseModel(response?.headers[modelHeader]) ?? { model: textAt(answer, "model") ?? "", decimals: undefined }

const make = Effect.fnUntraced(function* (options: BackendOptions) {
  const { apiKey, baseUrl, circuitBreaker, name = "upstream", prices } = options
  const isAlive = yield* makeProbe({ apiKey, baseUrl }, "/v1/models")
  const guard = makeGuardedCalls({ apiKey, circuitBreaker, isAlive, name, prices, scope: yield* Scope.Scope })
  return Backend.of({
    call: (operation, call, traits = stateless) =>
      guard.call(guardedCall(operation, traits), (meter) =>
        Effect.withFiber((fiber) => {
          const answeredBy = operation === "decisions.create" && fiber.getRef(CurrentRequest)?.answeredBy
          const asked = answeredBy ? Client.withOptions(call, askModel) : call
          return Effect.map(asked, (answer) => {
            meter.answered(answer)
            if (answeredBy) answeredBy.push(modelOf(answer, responseInfoOf(meter.clientCall)))
            return answer
          })
        })
      ),
    stream: (operation, call, traits) =>
      guard.stream(guardedCall(operation, traits), (meter) =>
        Effect.map(call, (events) => counted(events, meter))
      )
  })
})

/**
 * The server over a transport, which must not follow redirects. The client never retries: the caller of this server
 * does. Throws a TypeError for an invalid base URL or API key.
 */
export const layer = (options: BackendOptions): Layer.Layer<Backend | RequestSender, never, Transport> => {
  const { apiKey, baseUrl, concurrency, idleTimeout = limits.idleTimeout, timeout = limits.timeout } = options
  return Layer.merge(
    Layer.effect(Backend, make(options)),
    layerExecutor({
      apiKey,
      baseUrl,
      concurrency,
      idleTimeout,
      timeout,
      maxRetries: 0,
      logLevel: "off"
    })
  )
}
