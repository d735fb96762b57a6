// Calls of reviews: the client has no methods for them, and the key of the demo needs the right.
import type { Client } from "./service.ts"

type Options = { readonly signal: AbortSignal }

/** A call that changes a review. */
const change =
  (what: "label" | "skip" | "take") =>
  ({ request }: Client, { review_id, ...body }: { readonly review_id: string }, options: Options) =>
    request({ method: "POST", path: `/v1/reviews/${encodeURIComponent(review_id)}/${what}`, body }, options)

/** A row that the policy of the service in this process leaves to people. */
const example = {
  model: "decider-27b",
  state: {
    subject: "Charged twice",
    text: "Hi, I was charged twice for March and nobody answers my emails. Please pay the second charge back today."
  },
  questions: {
    refund: { type: "noul", instructions: "Should the second charge be paid back?" },
    team: {
      type: "choice",
      instructions: "Who should answer?",
      criteria: { billing: "Charges and refunds", technical: "Bugs and outages", sales: "New orders" }
    },
    urgency: {
      type: "score",
      instructions: "How urgent is it?",
      criteria: ["can wait", "this week", "today"]
    }
  }
}

/** The policy of the service in this process, which leaves every row to people. */
export const examplePolicy = "examples"

/** By name. */
export const reviewCalls = {
  "reviews.example": ({ request }: Client, _asked: never, options: Options) =>
    request(
      {
        method: "POST",
        path: "/v1/decisions",
        body: example,
        headers: { "x-leadline-policy": `${examplePolicy}; body=?0` }
      },
      options
    ),
  "reviews.label": change("label"),
  "reviews.list": ({ request }: Client, query: { readonly limit: number }, options: Options) =>
    request({ method: "GET", path: "/v1/reviews", query }, options),
  "reviews.skip": change("skip"),
  "reviews.take": change("take")
}
