// Limits the memory of request bodies and of large answers, per key group and in all.
import * as Effect from "effect/Effect"
import * as ApiError from "../../errors/ApiError.ts"
import type { BodyMemory, RequestContext } from "../RequestContext.ts"
import { ServerSettings } from "../ServerSettings.ts"
import { registerGauge } from "../telemetry/metrics.ts"
import { makeMemoryBudget } from "./MemoryBudget.ts"

const groupOf = ({ caller }: RequestContext): string => caller?.group ?? ""

/** Makes the {@link BodyMemory} of a server. */
export const makeBodyMemory = Effect.gen(function* () {
  const { bodiesBytes } = yield* ServerSettings
  const budget = makeMemoryBudget(bodiesBytes)
  yield* registerGauge(
    "leadline_http_body_bytes_in_flight",
    "Bytes of request bodies that are read or worked on, and of large answers that are made or sent.",
    budget.held
  )
  return {
    fits: (context, bytes) => budget.fits(groupOf(context), bytes),
    take: (context, bytes) => {
      const group = groupOf(context)
      if (!budget.take(group, bytes)) return false
      if (context.heldBytes === 0) {
        context.onRelease(() => {
          budget.release(group, context.heldBytes)
          context.heldBytes = 0
        })
      }
      context.heldBytes += bytes
      return true
    }
  } satisfies BodyMemory
})

const tooMany = new ApiError.UnavailableError({
  message: "The server holds too many large answers at once.",
  retryAfter: 1_000
})

/** Takes memory for a large answer before it is made: 503 when its group has its share. It is held until it is sent. */
export const takeForAnswer = (
  context: RequestContext,
  bytes: number
): Effect.Effect<void, ApiError.UnavailableError> =>
  Effect.suspend(() => (context.takeAnswer(bytes) ? Effect.void : Effect.fail(tooMany)))
