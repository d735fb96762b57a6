// A store of reviews for one test, and outcomes of decisions for it.
import { type PolicyOutcome, PolicyOutcomes } from "@leadline/core/policies"
import { Reviews } from "@leadline/core/reviews"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { assert } from "vitest"
import {
  type Evidence,
  layerPolicyOutcomes,
  layerReviews,
  readReviews,
  type ReviewsOptions,
  type StoredReview
} from "../../src/index.ts"
import { adjust, newTables, testOver } from "../stores.ts"

/** Five audited rows, all of them wrong, are evidence. */
export const allWrong: Evidence = (counts) =>
  Object.values(counts).some(({ errors, rows }) => rows >= 5 && errors === rows)

/** A test over a store of reviews in a new directory, with access to its tables. */
export const reviewsTest = testOver(layerReviews(allWrong).pipe(Layer.provideMerge(newTables)))

/** The service. */
export const reviews = Effect.map(Reviews, (found) => found ?? assert.fail("There are no reviews"))

const questions = {
  urgent: { type: "noul", instructions: "Is it?" },
  team: { type: "choice", criteria: { billing: "Money", sales: "Offers" } },
  mood: { type: "score", criteria: ["calm", "angry"] }
} as const

/** The outcome of a decision with a question of each type, of which one is acted upon. */
export const outcome = ({
  state = "I was charged twice.",
  ...more
}: Partial<PolicyOutcome> & { readonly state?: string | object } = {}): PolicyOutcome => ({
  group: "default",
  keyId: "key",
  policy: "tickets@1",
  requestId: "26bb90dc-78be-4ff9-a623-96388ccf5e9e",
  request: { model: "decider-27b", questions, state },
  response: {
    model: "decider-27b",
    answers: {
      urgent: { type: "noul", noul: 0.9 },
      team: { type: "choice", choice: "sales", confidence: 0.2, probabilities: { billing: 0.4, sales: 0.6 } },
      mood: {
        type: "score",
        score: 0.3,
        confidence: 0.4,
        legend: { 0: "calm", 1: "angry" },
        probabilities: { 0: 0.7, 1: 0.3 }
      }
    },
    usage: { input_tokens: 9, output_tokens: 0 }
  },
  model: "decider-27b-v0",
  action: "review",
  reasons: ["below_threshold"],
  questions: {
    urgent: { action: "act", reason: null, probability: 0.9, calibrated: null, threshold: 0.8 },
    team: { action: "review", reason: "below_threshold", probability: 0.6, calibrated: null, threshold: 0.8 }
  },
  ...more
})

/** Keeps outcomes, and waits until they are written. */
export const keep = (outcomes: ReadonlyArray<PolicyOutcome>, options: ReviewsOptions = { audit: 0 }) =>
  Effect.gen(function* () {
    const { record } = yield* PolicyOutcomes
    yield* Effect.forEach(outcomes, record, { discard: true })
    yield* adjust(1_000)
  }).pipe(Effect.provide(layerPolicyOutcomes(options)))

/** The ids of all open reviews. */
export const ids = Effect.gen(function* () {
  const { list } = yield* reviews
  return (yield* list({})).reviews.map(({ review_id }) => review_id)
})

/** The reviews of a group as an operator reads them. */
export const stored = (group = "default") =>
  Effect.gen(function* () {
    const found: Array<StoredReview> = []
    yield* readReviews(group, (review) => Effect.sync(() => void found.push(review)))
    return found
  })
