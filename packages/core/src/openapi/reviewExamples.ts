// Examples of reviews for the OpenAPI document.

const review = {
  review_id: "review_5f0b8f5e",
  policy: "tickets@3",
  request_id: "5f0b8f5e-0f2c-4a8e-9f6d-3d3b7a0c1e2f",
  status: "open",
  created_at: "2026-01-02T03:04:05Z",
  expires_at: "2026-02-01T03:04:05Z"
}
const lease = "lease_5f0b8f5e"
const labels = { refund: true }

/** By the names of operations. */
export const reviewExamples = {
  "reviews.list": { response: { reviews: [review] } },
  "reviews.take": {
    request: {},
    response: {
      ...review,
      lease,
      lease_expires_at: "2026-01-02T03:14:05Z",
      state: "I was charged twice for March.",
      questions: { refund: { type: "noul", instructions: "Should the second charge be paid back?" } }
    }
  },
  "reviews.label": {
    request: { lease, labels },
    response: {
      ...review,
      status: "labelled",
      labels,
      answers: { refund: { type: "noul", noul: 0.97 } },
      action: "review"
    }
  },
  "reviews.skip": { request: { lease } }
}
