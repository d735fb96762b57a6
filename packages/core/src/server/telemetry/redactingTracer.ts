// A tracer for servers: spans carry the class of a failure, never its message, and nothing that a caller chose freely; they are
// sampled.
import * as Exit from "effect/Exit"
import * as Predicate from "effect/Predicate"
import * as Tracer from "effect/Tracer"
import type { Mutable } from "effect/Types"

const classOf = (error: unknown): string => {
  if (typeof error === "string") return error
  return Predicate.hasProperty(error, "_tag") ? String(error._tag) : "error"
}

/** A message may hold content of a request, if only the name of a field. */
const named = (exit: Exit.Exit<unknown, unknown>): Exit.Exit<unknown, unknown> => {
  if (Exit.isSuccess(exit)) return Exit.void
  if (Exit.hasInterrupts(exit)) return exit
  const reason = exit.cause.reasons[0]
  return Exit.fail(reason?._tag === "Fail" ? classOf(reason.error) : "defect")
}

/** Is a span kept? A trace is whole when it depends on the id of the trace, or on the parent. */
export type Sampler = (span: Pick<Tracer.Span, "parent" | "traceId">) => boolean

/** Attributes of Effect's own server spans with what a caller sent, or where it is: path, query, addresses, user agent, headers. */
const isOfCaller = (name: string): boolean =>
  /^(?:url|client|server|network|user_agent)\.|^http\.(?:request|response)\.header\./.test(name)

/**
 * The same tracer without messages of failures; spans of requests that came in have no path, query, address, user agent
 * or header. Keeps sampled spans; the default is that of the library.
 */
export const redactingTracer = (tracer: Tracer.Tracer, isSampled?: Sampler): Tracer.Tracer =>
  Tracer.make({
    context: tracer.context,
    span: (options) => {
      const span: Mutable<Tracer.Span> = tracer.span(options)
      if (isSampled !== undefined) span.sampled = isSampled(span)
      const end = span.end.bind(span)
      span.end = (time, exit) => end(time, named(exit))
      if (options.kind === "server") {
        const attribute = span.attribute.bind(span)
        span.attribute = (name, value) => (isOfCaller(name) ? undefined : attribute(name, value))
      }
      return span
    }
  })
