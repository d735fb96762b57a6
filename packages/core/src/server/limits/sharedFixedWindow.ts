// Counts limits in a store that all nodes share. While it fails, each node counts by itself, up to its part of a limit.
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { makeLogThrottle } from "../../telemetry/logThrottle.ts"
import { limitStoreFallbacks } from "../telemetry/metrics.ts"
import { makeMemory, type WindowResult, type WindowRequest, type Windows } from "./FixedWindow.ts"

/** Milliseconds that a request waits for the shared counter, at its start and at its end. */
const storeTimeout = 50

const part = (request: WindowRequest, nodes: number): WindowRequest => ({
  ...request,
  limit: Math.min(request.limit, Math.max(1, Math.floor(request.limit / nodes)))
})

const withTimeout = (result: WindowResult): WindowResult => ({
  ...result,
  add: (amount) => Effect.asVoid(Effect.timeoutOption(result.add(amount), storeTimeout))
})

/**
 * Takes of the shared counter. When it fails, or is silent for 50 ms, the request is counted in memory against
 * the limit divided by the number of nodes: no request waits long for it, and none is unlimited.
 */
export const makeShared = <E extends { readonly message: string }>(
  shared: Windows<E>,
  { nodes }: { readonly nodes: number }
): Windows => {
  const memory = makeMemory()
  const throttled = makeLogThrottle()
  const warn = (reason: string) =>
    throttled(Effect.logWarning(`The shared limits do not answer (${reason}): this node counts by itself`))
  const alone = (request: WindowRequest, reason: string) =>
    Metric.update(limitStoreFallbacks, 1).pipe(
      Effect.andThen(warn(reason)),
      Effect.andThen(memory.take(part(request, nodes)))
    )
  return {
    take: (request) =>
      shared.take(request).pipe(
        Effect.map(withTimeout),
        Effect.catch(({ message }) => alone(request, message)),
        Effect.timeoutOrElse({
          duration: storeTimeout,
          orElse: () => alone(request, `silent for ${storeTimeout} ms`)
        })
      )
  }
}
