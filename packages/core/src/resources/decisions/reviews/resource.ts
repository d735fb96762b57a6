// Reviews as operations that are served, and that no client has methods for.
// Assumed: ours.
import { group } from "../../../contract/resource.ts"
import * as schema from "./schema.ts"

const one = "/v1/reviews/:review_id"

/** Rows that people look at. */
export const reviews = group({
  name: "reviews",
  access: "key",
  onlyByRight: true,
  work: { by: "store" },
  operations: {
    list: {
      method: "GET",
      path: "/v1/reviews",
      retry: "safe",
      request: schema.ReviewsRequest,
      response: schema.ReviewsPage
    },
    take: {
      method: "POST",
      path: `${one}/take`,
      retry: "never",
      request: schema.TakeRequest,
      response: schema.TakenReview
    },
    label: {
      method: "POST",
      path: `${one}/label`,
      retry: "never",
      request: schema.LabelRequest,
      response: schema.LabelledReview
    },
    skip: {
      method: "POST",
      path: `${one}/skip`,
      retry: "never",
      request: schema.SkipRequest
    }
  }
})
