// Watches each request to its end: its notes, its span, its metrics and its line in the access log.
// Names are those of OpenTelemetry's HTTP conventions.
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as HttpTraceContext from "effect/http/HttpTraceContext"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as Tracer from "effect/Tracer"
import { AccessLog, type Entry, entryOf } from "./AccessLog.ts"
import { Drain } from "../lifecycle/Shutdown.ts"
import { outcomeOf } from "./engineOutcome.ts"
import type { Table } from "../Router.ts"
import { duration, engineCancellations, firstEvent, requests, watched } from "./metrics.ts"
import { CurrentRequest, inProcess, Noted } from "../RequestContext.ts"
import { makeRouteOf, methodOf } from "../routeTemplate.ts"
import { isTraced } from "../../telemetry/isTraced.ts"

/** A body that is declared, for what it is worth until it is read. */
const declared = (text: string | undefined): number =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : 0

const open = (
  fiber: Fiber.Fiber<unknown, unknown>,
  request: HttpServerRequest.HttpServerRequest,
  noted: Noted
): Effect.Effect<Tracer.Span> =>
  Effect.makeSpan(noted.route === "none" ? noted.method : `${noted.method} ${noted.route}`, {
    parent: Option.getOrUndefined(HttpTraceContext.fromHeaders(request.headers)) ?? fiber.cache.span,
    kind: "server",
    attributes: {
      "http.request.method": noted.method === "OTHER" ? "_OTHER" : noted.method,
      "http.route": noted.route,
      "leadline.request_id": noted.id
    }
  })

/** The request's part of an abort is no failure of the server. */
const closed = (
  span: Tracer.Span,
  { bytes_in, bytes_out, error, group, key_id, status }: Entry,
  now: bigint
): void => {
  const attributes = {
    "http.response.status_code": status,
    "http.request.body.size": bytes_in,
    "http.response.body.size": bytes_out,
    "leadline.group": group,
    "leadline.key_id": key_id,
    "error.type": error
  }
  for (const [name, value] of Object.entries(attributes)) if (value !== null) span.attribute(name, value)
  span.end(now, status >= 500 || error === "internal_error" ? Exit.fail(error) : Exit.void)
}

/** A response whose body is counted while it is read. */
const counted = (
  response: HttpServerResponse.HttpServerResponse,
  { contentLength, contentType, stream }: HttpBody.Stream,
  noted: Noted,
  { clock, context }: { readonly clock: Clock.Clock; readonly context: Context.Context<never> }
) => {
  let hasEvents = false
  const body = Stream.mapArray(stream, (chunks) => {
    const now = clock.currentTimeMillisUnsafe()
    noted.firstByteAt ??= now
    for (const chunk of chunks) noted.bytesOut += chunk.length
    if (!hasEvents && noted.events > 0) {
      hasEvents = true
      firstEvent({ route: noted.route }).updateUnsafe((now - noted.startedAt) / 1000, context)
    }
    return chunks
  })
  return HttpServerResponse.setBody(response, HttpBody.stream(body, contentType, contentLength))
}

/** Watches the requests to the endpoints of all apis served, and to any other path. The outermost middleware. */
export const layer = (...apis: ReadonlyArray<Table>) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const drain = yield* Drain
      const log = yield* AccessLog
      const routeOf = makeRouteOf(apis)
      let streams = 0
      yield* watched("leadline_http_open_streams", "Streams under way.", () => streams)

      const watch = <E, R>(
        httpEffect: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
      ): Effect.Effect<
        HttpServerResponse.HttpServerResponse,
        E,
        R | HttpServerRequest.HttpServerRequest | Scope.Scope
      > =>
        Effect.withFiber((fiber) => {
          const context = fiber.context
          const clock = fiber.getRef(Clock.Clock)
          const request = Context.getUnsafe(context, HttpServerRequest.HttpServerRequest)
          const noted = new Noted(
            methodOf(request.method),
            routeOf(request.url),
            clock.currentTimeMillisUnsafe(),
            declared(request.headers["content-length"]),
            drain.whenEnding
          )
          const underWay = drain.enter(fiber)

          const over = (status: number, isAborted: boolean, span: Tracer.Span | undefined): void => {
            const { method, route, startedAt } = noted
            const now = clock.currentTimeMillisUnsafe()
            requests({ route, method, status: String(status) }).updateUnsafe(1, context)
            duration({ route }).updateUnsafe((now - startedAt) / 1000, context)
            const outcome = isAborted ? "cancelled" : (noted.outcome ?? "ok")
            if (outcome === "cancelled" && noted.engine === inProcess) {
              engineCancellations.updateUnsafe(1, context)
            }
            noted.whenOver?.(outcome)
            if (log !== undefined || span !== undefined) {
              const entry = entryOf(noted, status, now, isAborted)
              log?.(entry)
              if (span !== undefined) closed(span, entry, clock.currentTimeNanosUnsafe())
            }
            underWay.over()
          }

          const answered = (
            response: HttpServerResponse.HttpServerResponse,
            span: Tracer.Span | undefined
          ) => {
            underWay.answered()
            const { body, status } = response
            if (body._tag !== "Stream") {
              noted.bytesOut = body._tag === "Uint8Array" ? body.contentLength : 0
              over(status, false, span)
              return Effect.succeed(response)
            }
            streams++
            return Effect.as(
              Scope.addFinalizerExit(Context.getUnsafe(context, Scope.Scope), (exit) =>
                Effect.sync(() => {
                  streams--
                  const isAborted = Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)
                  if (Exit.isFailure(exit)) noted.outcome ??= outcomeOf(exit.cause)
                  over(status, isAborted, span)
                })
              ),
              counted(response, body, noted, { clock, context })
            )
          }

          const run = (span: Tracer.Span | undefined) => {
            const own = Context.make(CurrentRequest, noted)
            const services = span === undefined ? own : Context.add(own, Tracer.ParentSpan, span)
            return Effect.matchCauseEffect(Effect.provideContext(httpEffect, services), {
              onSuccess: (response) => answered(response, span),
              onFailure: (cause) => {
                const isAborted = Cause.hasInterruptsOnly(cause)
                over(isAborted ? 499 : 500, isAborted, span)
                return Effect.failCause(cause)
              }
            })
          }

          return isTraced(fiber) ? Effect.flatMap(open(fiber, request, noted), run) : run(undefined)
        })

      return HttpRouter.middleware(watch, { global: true })
    })
  )
