// Reviews as a service of the server: four methods, whose responses are checked.
// Assumed: ours.
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as ApiError from "../../../errors/ApiError.ts"
import { validateRequest, validateResponse } from "../../../validation/validate.ts"
import * as schema from "./schema.ts"

type Answer<A> = Effect.Effect<A, ApiError.ApiError>

/** The methods of reviews, for the key group of the caller. */
export interface ReviewsMethods {
  /** Lists one page of the reviews, newest first. */
  readonly list: (request: schema.ReviewsRequest) => Answer<schema.ReviewsPage>
  /**
   * Takes a review, for ten minutes. ConflictError: another has it, or this key has labelled it. One that is labelled can be
   * taken by another key, whose label is compared with the first.
   */
  readonly take: (request: schema.TakeRequest) => Answer<schema.TakenReview>
  /** Labels a review that was taken. ConflictError: the lease ended. */
  readonly label: (request: schema.LabelRequest) => Answer<schema.LabelledReview>
  /** Gives a review up that nobody can label. ConflictError: the lease ended. */
  readonly skip: (request: schema.SkipRequest) => Answer<void>
}

/** What an implementation supplies: the same methods, unchecked. */
export interface Engine {
  readonly list: (request: schema.ReviewsRequest) => Answer<unknown>
  readonly take: (request: schema.TakeRequest) => Answer<unknown>
  readonly label: (request: schema.LabelRequest) => Answer<unknown>
  readonly skip: (request: schema.SkipRequest) => Answer<void>
}

/** The reviews of a server. Default none: its paths are 404. */
export const Reviews = Context.Reference<ReviewsMethods | undefined>("@leadline/core/reviews/Reviews", {
  defaultValue: () => undefined
})

const checkPage = validateResponse(schema.ReviewsPage)
const checkTaken = validateResponse(schema.TakenReview)
const checkLabelled = validateResponse(schema.LabelledReview)

/** Makes the service of an implementation: requests are checked before it sees them, responses after. */
export const make = (engine: Engine): ReviewsMethods => ({
  list: validateRequest(schema.ReviewsRequest)((request) => checkPage(engine.list(request))),
  take: validateRequest(schema.TakeRequest)((request) => checkTaken(engine.take(request))),
  label: validateRequest(schema.LabelRequest)((request) => checkLabelled(engine.label(request))),
  skip: validateRequest(schema.SkipRequest)(engine.skip)
})
