// One span for each call and one for each of its attempts, with the names of OpenTelemetry; none when nobody traces.
// The names are those of OpenTelemetry's HTTP and GenAI conventions.
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import type * as Tracer from "effect/Tracer"
import type { ApiError } from "../errors/ApiError.ts"
import type { Call } from "./Call.ts"
import { requestIdOf } from "./response/ResponseInfo.ts"
import type { TransportRequest } from "./Transport.ts"

/** Does a span around the fiber, or a tracer of its own, wait for ours? */
export const isTraced = ({ cache }: Fiber.Fiber<unknown, unknown>): boolean =>
  cache.tracerEnabled && (cache.tracer !== undefined || cache.span !== undefined)

const setAttributes = (span: Tracer.Span, attributes: { readonly [name: string]: unknown }): void => {
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) span.attribute(name, value)
}

const property = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

/** The model a request asks for. */
export const modelOf = (request: unknown): unknown => property(request, "model")

const genAiOperations: { readonly [room: string]: string } = {
  AsyncChat: "chat",
  Chat: "chat",
  Embeddings: "embeddings",
  Responses: "chat"
}

/** What an answer says of itself; the last event of responses holds the answer. */
const responseAttributes = (value: unknown) => {
  const answer = property(value, "response") ?? value
  const usage = property(answer, "usage")
  return {
    "gen_ai.response.id": property(answer, "id"),
    "gen_ai.response.model": property(answer, "model"),
    "gen_ai.usage.input_tokens": property(usage, "input_tokens") ?? property(usage, "prompt_tokens"),
    "gen_ai.usage.output_tokens": property(usage, "output_tokens") ?? property(usage, "completion_tokens")
  }
}

const endSpan = (span: Tracer.Span, call: Call, exit: Exit.Exit<unknown, ApiError>): void => {
  const { attempts, head, json, model } = call
  setAttributes(span, {
    "gen_ai.request.model": model,
    ...responseAttributes(json),
    "http.response.status_code": head?.status,
    "leadline.request_id": head && requestIdOf(head.headers),
    "leadline.attempts": attempts,
    ...errorAttributes(exit)
  })
  span.end(call.clock.currentTimeNanosUnsafe(), exit)
}

const errorAttributes = (exit: Exit.Exit<unknown, ApiError>) => {
  const error = Exit.isFailure(exit) ? Exit.findErrorOption(exit) : undefined
  return { "error.type": error?._tag === "Some" ? error.value._tag : undefined }
}

/** A call, or the opening of its stream, in a span that ends when the answer or the stream is done. */
export const inSpan = <A, R>(
  fiber: Fiber.Fiber<unknown, unknown>,
  call: Call,
  name: string,
  effect: Effect.Effect<A, ApiError, R>
): Effect.Effect<A, ApiError, R> => {
  if (!isTraced(fiber)) return effect
  const kind = genAiOperations[name.slice(0, name.indexOf("."))]
  return Effect.flatMap(Effect.makeSpan(name), (span) => {
    setAttributes(span, { "gen_ai.operation.name": kind })
    call.isTraced = true
    const end = (exit: Exit.Exit<unknown, ApiError>): void => endSpan(span, call, exit)
    return Effect.onExit(Effect.withParentSpan(effect, span, { captureStackTrace: false }), (exit) =>
      Effect.sync(() => {
        if (call.isStream && Exit.isSuccess(exit)) call.endSpan = end
        else end(exit)
      })
    )
  })
}

const traceparent = ({ sampled, spanId, traceId }: Tracer.Span): string =>
  `00-${traceId.padStart(32, "0")}-${spanId}-${sampled ? "01" : "00"}`

/** An attempt in a span of its own, which goes along with the request where the transport carries it. */
export const attemptInSpan = <A>(
  call: Call,
  request: TransportRequest,
  carries: boolean,
  send: (request: TransportRequest) => Effect.Effect<A, ApiError>
): Effect.Effect<A, ApiError> =>
  Effect.flatMap(Effect.makeSpan(request.method, { kind: "client" }), (span) => {
    setAttributes(span, {
      "http.request.method": request.method,
      "url.path": request.url.split("?", 1)[0],
      "http.request.resend_count": call.attempts === 0 ? undefined : call.attempts
    })
    const sent = carries
      ? { ...request, headers: { ...request.headers, traceparent: traceparent(span) } }
      : request
    return Effect.onExit(send(sent), (exit) =>
      Effect.sync(() => {
        setAttributes(span, { "http.response.status_code": call.head?.status, ...errorAttributes(exit) })
        span.end(call.clock.currentTimeNanosUnsafe(), exit)
      })
    )
  })
