// Whether anybody traces: without a tracer no span is made.
import type * as Fiber from "effect/Fiber"

/** Whether a fiber has a tracer of its own, or a span around it. */
export const isTraced = ({ cache }: Fiber.Fiber<unknown, unknown>): boolean =>
  cache.tracerEnabled && (cache.tracer !== undefined || cache.span !== undefined)
