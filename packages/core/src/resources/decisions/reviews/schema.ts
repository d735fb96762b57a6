// Reviews, and the requests about them, field by field.
// Assumed: ours.
import * as Schema from "effect/Schema"
import { matching } from "../../../schema/checks.ts"
import { Json } from "../../../schema/Json.ts"
import * as pageLimits from "../../../schema/limits.ts"
import { open, openEnum } from "../../../schema/open.ts"
import { entriesOf, page } from "../../../schema/Page.ts"
import { Answer, Question } from "../schema.ts"
import { idLength } from "./limits.ts"

const pathId = Schema.String.check(
  matching(/^[A-Za-z0-9_-]{1,128}$/, `an id of ${idLength.min} to ${idLength.max} letters, digits, _ and -`)
)

const Lease = Schema.String.check(
  matching(/^[A-Za-z0-9_-]{1,128}$/, `a lease of ${idLength.min} to ${idLength.max} letters, digits, _ and -`)
)

const DateTime = Schema.String

const summary = {
  review_id: Schema.String,
  /** As `tickets@3`. */
  policy: Schema.String,
  /** Of the decision, as its header `x-request-id` was. */
  request_id: Schema.String,
  status: openEnum(["open", "labelled", "skipped"]),
  /** RFC 3339. */
  created_at: DateTime,
  /** When it is deleted. RFC 3339. */
  expires_at: DateTime
} as const

/** A review as lists show it. */
export const ReviewSummary = open(summary)

/** {@link ReviewSummary}, readonly. */
export interface ReviewSummary extends Schema.Schema.Type<typeof ReviewSummary> {}

/** A page of reviews, newest first. */
export const ReviewsPage = page({ reviews: Schema.Array(ReviewSummary) })

/** {@link ReviewsPage}, readonly. */
export interface ReviewsPage extends Schema.Schema.Type<typeof ReviewsPage> {}

/** A review that was taken. Its answers are not in it, so that they decide no label. */
export const TakenReview = open({
  ...summary,
  /** For the label, and for no other taker until it ends. */
  lease: Lease,
  /** RFC 3339. */
  lease_expires_at: DateTime,
  /** As the caller sent it; absent where it is not kept. */
  state: Schema.optionalKey(Json),
  questions: Schema.Record(Schema.String, Question)
})

/** {@link TakenReview}, readonly. */
export interface TakenReview extends Schema.Schema.Type<typeof TakenReview> {}

/** A label: yes or no, the name of an option, or the index of a level. */
export const Label = Schema.Union([Schema.Boolean, Schema.String, Schema.Int])

/** {@link Label}. */
export type Label = typeof Label.Type

/** Labels by question. */
export const Labels = Schema.Record(Schema.String, Label)

/** {@link Labels}, readonly. */
export type Labels = typeof Labels.Type

/** A review that was labelled, with the answers that it was about. */
export const LabelledReview = open({
  ...summary,
  labels: Labels,
  answers: Schema.Record(Schema.String, Answer),
  /** What the policy did: `act` or `review`. */
  action: openEnum(["act", "review"])
})

/** {@link LabelledReview}, readonly. */
export interface LabelledReview extends Schema.Schema.Type<typeof LabelledReview> {}

/** The reviews that a list can be of. */
export const Status = Schema.Literals(["open", "labelled", "skipped"])

/** Which page of which reviews. */
export const ReviewsRequest = Schema.Struct({
  /** Default: those that nobody has taken, labelled or skipped. */
  status: Schema.optionalKey(Status),
  /** Entries of one page, 1 to 200. Default 50. */
  limit: Schema.optionalKey(entriesOf(pageLimits.page)),
  /** `next_page_token` of the page before. Default: the first page. */
  page_token: Schema.optionalKey(Schema.String)
})

/** {@link ReviewsRequest}, readonly. */
export interface ReviewsRequest extends Schema.Schema.Type<typeof ReviewsRequest> {}

/** The review to take. */
export const TakeRequest = Schema.Struct({
  /** Of a review of the list. */
  review_id: pathId
})

/** {@link TakeRequest}, readonly. */
export interface TakeRequest extends Schema.Schema.Type<typeof TakeRequest> {}

/** Labels for a review that was taken. */
export const LabelRequest = Schema.Struct({
  /** Of a review that was taken. */
  review_id: pathId,
  /** Of the review that was taken. */
  lease: Lease,
  /** By question; one that is left out has no label. */
  labels: Labels
})

/** {@link LabelRequest}, readonly. */
export interface LabelRequest extends Schema.Schema.Type<typeof LabelRequest> {}

/** A review that was taken, and that its taker cannot label. */
export const SkipRequest = Schema.Struct({
  /** Of a review that was taken. */
  review_id: pathId,
  /** Of the review that was taken. */
  lease: Lease
})

/** {@link SkipRequest}, readonly. */
export interface SkipRequest extends Schema.Schema.Type<typeof SkipRequest> {}
