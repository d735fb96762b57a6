// Limits the bytes of request bodies in memory, over all requests.
import * as Effect from "effect/Effect"
import { ServerSettings } from "../ServerSettings.ts"
import type { RequestContext } from "../RequestContext.ts"
import { registerGauge } from "../telemetry/metrics.ts"

/** Reserves bytes for the body of one request until the request is over; false: not so many are left. */
export type ReserveBytes = (bytes: number) => boolean

/** Makes a limit of the size in the settings: gives what reserves bytes for a request. */
export const makeBodyMemoryLimit = Effect.gen(function* () {
  const { bodiesBytes } = yield* ServerSettings
  let left = bodiesBytes
  yield* registerGauge(
    "leadline_http_body_bytes_in_flight",
    "Bytes of request bodies that are read or worked on.",
    () => bodiesBytes - left
  )
  return (context: RequestContext): ReserveBytes => {
    let held = 0
    context.onRelease(() => {
      left += held
      held = 0
    })
    return (bytes) => {
      if (bytes > left) return false
      left -= bytes
      held += bytes
      context.bytesIn = held
      return true
    }
  }
})
