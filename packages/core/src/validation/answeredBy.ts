// Which model answers a request, as its engine says: policies are bound to it.
// Assumed: ours.
import * as Effect from "effect/Effect"
import { type AnsweredBy, CurrentRequest } from "./ServedRequest.ts"

/**
 * Says which model answers the current request, and how many decimals its probabilities have as it gave them; null: all.
 * Default: they are counted in the answer. Does nothing where no policy asks.
 */
export const noteModel = (model: string, decimals?: number | null): Effect.Effect<void> =>
  Effect.withFiber((fiber) =>
    Effect.sync(() => {
      const answered: AnsweredBy = { model, decimals }
      fiber.getRef(CurrentRequest)?.answeredBy?.push(answered)
    })
  )
