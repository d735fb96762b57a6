// One span for each call and one for each of its attempts, with the names of OpenTelemetry; none when nobody traces.
// The names are those of OpenTelemetry's HTTP and GenAI conventions.
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import type * as Tracer from "effect/Tracer"
import type { ApiError } from "../errors/ApiError.ts"
import { isTraced } from "../telemetry/isTraced.ts"
import type { Call } from "./Call.ts"
import { requestIdOf } from "./response/ResponseInfo.ts"
import type { TransportRequest } from "./Transport.ts"

const set = (span: Tracer.Span, attributes: { readonly [name: string]: unknown }): void => {
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) span.attribute(name, value)
}

const part = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

/** The model a request asks for. */
export const modelOf = (request: unknown): unknown => part(request, "model")

const kinds: { readonly [room: string]: string } = {
  AsyncChat: "chat",
  Chat: "chat",
  Embeddings: "embeddings",
  Responses: "chat"
}

/** What an answer says of itself; the last event of responses holds the answer. */
const said = (value: unknown) => {
  const answer = part(value, "response") ?? value
  const usage = part(answer, "usage")
  return {
    "gen_ai.response.id": part(answer, "id"),
    "gen_ai.response.model": part(answer, "model"),
    "gen_ai.usage.input_tokens": part(usage, "input_tokens") ?? part(usage, "prompt_tokens"),
    "gen_ai.usage.output_tokens": part(usage, "output_tokens") ?? part(usage, "completion_tokens")
  }
}

const ended = (span: Tracer.Span, call: Call, exit: Exit.Exit<unknown, ApiError>): void => {
  const { attempts, head, json, model } = call
  set(span, {
    "gen_ai.request.model": model,
    ...said(json),
    "http.response.status_code": head?.status,
    "leadline.request_id": head && requestIdOf(head.headers),
    "leadline.attempts": attempts,
    ...failure(exit)
  })
  span.end(call.clock.currentTimeNanosUnsafe(), exit)
}

const failure = (exit: Exit.Exit<unknown, ApiError>) => {
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
  const kind = kinds[name.slice(0, name.indexOf("."))]
  return Effect.flatMap(Effect.makeSpan(name), (span) => {
    set(span, { "gen_ai.operation.name": kind })
    call.isTraced = true
    const end = (exit: Exit.Exit<unknown, ApiError>): void => ended(span, call, exit)
    return Effect.onExit(Effect.withParentSpan(effect, span, { captureStackTrace: false }), (exit) =>
      Effect.sync(() => {
        if (call.isStream && Exit.isSuccess(exit)) call.end = end
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
    set(span, {
      "http.request.method": request.method,
      "url.path": request.url.split("?", 1)[0],
      "http.request.resend_count": call.attempts === 0 ? undefined : call.attempts
    })
    const sent = carries
      ? { ...request, headers: { ...request.headers, traceparent: traceparent(span) } }
      : request
    return Effect.onExit(send(sent), (exit) =>
      Effect.sync(() => {
        set(span, { "http.response.status_code": call.head?.status, ...failure(exit) })
        span.end(call.clock.currentTimeNanosUnsafe(), exit)
      })
    )
  })
