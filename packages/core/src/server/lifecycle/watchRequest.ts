// Watches each request to its end: its context, its place in the shutdown, the memory it holds, its span, its metrics and its
// line in the access log.
// Names are those of OpenTelemetry's HTTP conventions.
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Headers from "effect/http/Headers"
import * as HttpTraceContext from "effect/http/HttpTraceContext"
import * as Option from "effect/Option"
import type * as Tracer from "effect/Tracer"
import type { BodyWriter, ServerExchange, RequestHeaders } from "../ServerExchange.ts"
import { Shutdown, type UnderWay } from "./Shutdown.ts"
import { type BodyMemory, inProcess, RequestContext } from "../RequestContext.ts"
import { methodName } from "../Router.ts"
import { ServerSettings, type Settings } from "../ServerSettings.ts"
import { AccessLog, type Entry } from "../telemetry/AccessLog.ts"
import { entryOf, failureOf } from "../telemetry/accessLogEntry.ts"
import { duration, engineCancellations, firstEvent, requests, registerGauge } from "../telemetry/metrics.ts"

/** A declared length, for what it is worth until the body is read. */
const declaredBytes = (text: string | undefined): number =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : 0

/** The span of the caller. */
const parentOf = (headers: RequestHeaders): Tracer.ExternalSpan | undefined =>
  "traceparent" in headers || "b3" in headers || "x-b3-traceid" in headers
    ? Option.getOrUndefined(HttpTraceContext.fromHeaders(Headers.fromInput(headers)))
    : undefined

const makeSpan = (context: RequestContext): Effect.Effect<Tracer.Span> =>
  Effect.makeSpan(context.route === "none" ? context.method : `${context.method} ${context.route}`, {
    parent: parentOf(context.exchange.headers),
    kind: "server",
    attributes: {
      "http.request.method": context.method === "OTHER" ? "_OTHER" : context.method,
      "http.route": context.route,
      "leadline.request_id": context.id
    }
  })

/** Ends the span of a request. A caller who leaves is no failure of the server. */
const endSpan = (
  span: Tracer.Span,
  { bytesIn, bytesOut, caller }: RequestContext,
  status: number,
  error: string | undefined,
  now: bigint
): void => {
  span.attribute("http.response.status_code", status)
  span.attribute("http.request.body.size", bytesIn)
  span.attribute("http.response.body.size", bytesOut)
  if (caller !== undefined) {
    span.attribute("leadline.group", caller.group)
    span.attribute("leadline.key_id", caller.key)
  }
  if (error !== undefined) span.attribute("error.type", error)
  span.end(now, status >= 500 || error === "internal_error" ? Exit.fail(error) : Exit.void)
}

/** One request that is watched. */
export interface Watched {
  readonly context: RequestContext
  /** The fiber that runs it has started. */
  readonly begin: (fiber: Fiber.Fiber<unknown, unknown>) => void
  /** Starts the span of the request, which ends when it is over. */
  readonly startSpan: Effect.Effect<Tracer.Span>
  /** The answer is made; a streamed body may still be written. */
  readonly answered: () => void
  /** A writer that counts what goes through it. */
  readonly counting: (writer: BodyWriter) => BodyWriter
  /** The request is over: 499 when the caller left before the answer. */
  readonly over: (status: number, isAborted: boolean) => void
}

class WatchedRequest implements Watched {
  readonly context: RequestContext
  readonly #clock: Clock.Clock
  readonly #log: ((entry: Entry) => void) | undefined
  readonly #shutdown: Shutdown["Service"]
  #underWay: UnderWay | undefined
  #span: Tracer.Span | undefined

  constructor(
    services: Context.Context<never>,
    shutdown: Shutdown["Service"],
    log: ((entry: Entry) => void) | undefined,
    exchange: ServerExchange,
    settings: Settings,
    memory: BodyMemory,
    route: string
  ) {
    this.#clock = Context.get(services, Clock.Clock)
    this.#log = log
    this.#shutdown = shutdown
    this.context = new RequestContext(exchange, settings, {
      fiberContext: services,
      method: methodName(exchange.method),
      route,
      startedAt: this.#clock.currentTimeMillisUnsafe(),
      bytesIn: declaredBytes(exchange.headers["content-length"]),
      whenEnding: shutdown.whenEnding,
      memory
    })
  }

  begin(fiber: Fiber.Fiber<unknown, unknown>): void {
    this.#underWay = this.#shutdown.enter(fiber)
  }

  get startSpan(): Effect.Effect<Tracer.Span> {
    return Effect.map(makeSpan(this.context), (span) => (this.#span = span))
  }

  answered(): void {
    this.#underWay?.answered()
  }

  counting(writer: BodyWriter): BodyWriter {
    const { context } = this
    let hasEvents = false
    return {
      ...writer,
      write: (piece) => {
        context.firstByteAt ??= this.#clock.currentTimeMillisUnsafe()
        if (!hasEvents && context.events > 0) {
          hasEvents = true
          const elapsed = this.#clock.currentTimeMillisUnsafe() - context.startedAt
          firstEvent({ route: context.route }).updateUnsafe(elapsed / 1000, context.fiberContext)
        }
        const isReady = writer.write(piece)
        context.bytesOut = writer.bytes()
        return isReady
      }
    }
  }

  over(status: number, isAborted: boolean): void {
    const { context } = this
    const { method, route, fiberContext, startedAt } = context
    const now = this.#clock.currentTimeMillisUnsafe()
    context.release()
    requests({ route, method, status: String(status) }).updateUnsafe(1, fiberContext)
    duration({ route }).updateUnsafe((now - startedAt) / 1000, fiberContext)
    const outcome = isAborted ? "cancelled" : (context.outcome ?? "ok")
    if (outcome === "cancelled" && context.engine === inProcess) {
      engineCancellations.updateUnsafe(1, fiberContext)
    }
    context.onStreamEnd?.(outcome)
    this.#log?.(entryOf(context, status, now, isAborted))
    if (this.#span !== undefined) {
      const error = failureOf(context, status, isAborted)
      endSpan(this.#span, context, status, error, this.#clock.currentTimeNanosUnsafe())
    }
    this.#underWay?.over()
  }
}

/** Watches the requests of a server. */
export interface WatchRequest {
  /** Begins to watch a request. */
  readonly watch: (services: Context.Context<never>, exchange: ServerExchange, route: string) => Watched
  /** Counts an answer among the open streams while its body is written. */
  readonly whileStreaming: (body: Effect.Effect<void>) => Effect.Effect<void>
}

/** Makes a {@link WatchRequest}. */
export const makeWatchRequest = Effect.fnUntraced(function* (memory: BodyMemory) {
  const shutdown = yield* Shutdown
  const log = yield* AccessLog
  const settings = yield* ServerSettings
  let streams = 0
  yield* registerGauge("leadline_http_open_streams", "Streams under way.", () => streams)
  const count = (change: number) =>
    Effect.sync(() => {
      streams += change
    })
  return {
    watch: (services, exchange, route) =>
      new WatchedRequest(services, shutdown, log, exchange, settings, memory, route),
    whileStreaming: (body) => Effect.ensuring(Effect.andThen(count(1), body), count(-1))
  } satisfies WatchRequest
})
