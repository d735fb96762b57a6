// Traces each call, and each of its attempts, in a span. Without a tracer there are none.
// Names follow OpenTelemetry's HTTP and GenAI conventions.
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Tracer from "effect/Tracer"
import type { Work } from "../contract/resource.ts"
import type { ApiError } from "../errors/ApiError.ts"
import type { Call } from "./Call.ts"
import type { TransportRequest } from "./Transport.ts"

const setAttributes = (span: Tracer.Span, attributes: { readonly [name: string]: unknown }): void => {
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) span.attribute(name, value)
}

const property = (value: unknown, name: string): unknown => Reflect.get(Object(value), name)

/** The model a request names. */
export const modelOf = (request: unknown): unknown => property(request, "model")

/** Id, model and usage of a response. The last event of a stream of responses has them under `response`. */
const responseAttributes = (value: unknown) => {
  const response = property(value, "response") ?? value
  const usage = property(response, "usage")
  return {
    "gen_ai.response.id": property(response, "id"),
    "gen_ai.response.model": property(response, "model"),
    "gen_ai.usage.input_tokens": property(usage, "input_tokens") ?? property(usage, "prompt_tokens"),
    "gen_ai.usage.output_tokens": property(usage, "output_tokens") ?? property(usage, "completion_tokens")
  }
}

const endSpan = (span: Tracer.Span, call: Call, exit: Exit.Exit<unknown, ApiError>): void => {
  const { attempts, head, json, model, requestId } = call
  setAttributes(span, {
    "gen_ai.request.model": model,
    ...responseAttributes(json),
    "http.response.status_code": head?.status,
    "leadline.request_id": requestId,
    "leadline.attempts": attempts,
    ...errorAttributes(exit)
  })
  span.end(call.clock.currentTimeNanosUnsafe(), exit)
}

const errorAttributes = (exit: Exit.Exit<unknown, ApiError>) => ({
  "error.type": Exit.isFailure(exit) ? exit.cause.reasons.find(Cause.isFailReason)?.error._tag : undefined
})

/** The operation of a call, for its span. */
export interface NamedCall {
  readonly name: string
  readonly work?: Work | undefined
}

/** Runs a call in a span that ends with the response, or with the stream it opens. */
export const inSpan = <A, R>(
  call: Call,
  { name, work }: NamedCall,
  effect: Effect.Effect<A, ApiError, R>
): Effect.Effect<A, ApiError, R> => {
  return Effect.flatMap(Effect.makeSpan(name), (span) => {
    setAttributes(span, { "gen_ai.operation.name": work?.genAi })
    call.isTraced = true
    const end = (exit: Exit.Exit<unknown, ApiError>): void => endSpan(span, call, exit)
    return Effect.onExit(Effect.provideService(effect, Tracer.ParentSpan, span), (exit) =>
      Effect.sync(() => {
        if (call.isStream && Exit.isSuccess(exit)) call.endSpan = end
        else end(exit)
      })
    )
  })
}

const traceparent = ({ sampled, spanId, traceId }: Tracer.Span): string =>
  `00-${traceId.padStart(32, "0")}-${spanId}-${sampled ? "01" : "00"}`

/** Sends an attempt in a span of its own, which is propagated as `traceparent` where the transport allows it. */
export const attemptInSpan = <A>(
  call: Call,
  request: TransportRequest,
  isPropagated: boolean,
  send: (request: TransportRequest) => Effect.Effect<A, ApiError>
): Effect.Effect<A, ApiError> =>
  Effect.flatMap(Effect.makeSpan(request.method, { kind: "client" }), (span) => {
    setAttributes(span, {
      "http.request.method": request.method,
      "url.path": request.url.split("?", 1)[0],
      "http.request.resend_count": call.attempts || undefined
    })
    const sent = isPropagated
      ? { ...request, headers: { ...request.headers, traceparent: traceparent(span) } }
      : request
    return Effect.onExit(send(sent), (exit) =>
      Effect.sync(() => {
        setAttributes(span, { "http.response.status_code": call.head?.status, ...errorAttributes(exit) })
        span.end(call.clock.currentTimeNanosUnsafe(), exit)
      })
    )
  })
