// A tracer that keeps its spans, and the text that an exporter could show of one.
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Tracer from "effect/Tracer"
import { inspect } from "node:util"

/** The spans so far, and the tracer as a layer. */
export const recordingTracer = () => {
  const spans: Array<Tracer.NativeSpan> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
  return { spans, tracer, layer: Layer.succeed(Tracer.Tracer, tracer) }
}

/** Name, attributes, events and failure of a span: all that an exporter sees. */
export const spanText = ({ attributes, events, name, status }: Tracer.NativeSpan): string => {
  const failure = status._tag === "Ended" && Exit.isFailure(status.exit) ? status.exit.cause : undefined
  return inspect([name, attributes, events, failure, failure && Cause.pretty(failure)], { depth: 10 })
}
