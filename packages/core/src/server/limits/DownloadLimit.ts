// Limits the memory of files that are sent, per key group and in all.
import * as Effect from "effect/Effect"
import * as ApiError from "../../errors/ApiError.ts"
import { bytesPerStep } from "../../scheduling/limits.ts"
import type { RequestContext } from "../RequestContext.ts"
import { ServerSettings } from "../ServerSettings.ts"
import { registerGauge } from "../telemetry/metrics.ts"
import { makeMemoryBudget } from "./MemoryBudget.ts"

const tooMany = new ApiError.UnavailableError({
  message: "The server sends too many files at once.",
  retryAfter: 1_000
})

/** Makes the step that takes memory for one piece of a file until the request is over: 503 when its group has its share. */
export const makeDownloadLimit = Effect.gen(function* () {
  const { downloadsBytes } = yield* ServerSettings
  const budget = makeMemoryBudget(downloadsBytes)
  yield* registerGauge(
    "leadline_http_download_bytes_in_flight",
    "Bytes of files that are being sent.",
    budget.held
  )
  return (
    context: RequestContext,
    file: { readonly group: string; readonly size: number }
  ): Effect.Effect<void, ApiError.UnavailableError> =>
    Effect.suspend(() => {
      const held = Math.min(file.size, bytesPerStep)
      if (!budget.take(file.group, held)) return Effect.fail(tooMany)
      context.onRelease(() => budget.release(file.group, held))
      return Effect.void
    })
})
