// Whether spans are recorded, for client and server.
import type * as Fiber from "effect/Fiber"

/** Is there a span around the fiber, or a tracer other than the default one? */
export const isTraced = ({ cache }: Fiber.Fiber<unknown, unknown>): boolean =>
  cache.tracerEnabled && (cache.tracer !== undefined || cache.span !== undefined)
