// Reviews as they are served, and as OpenAPI describes them.
// Assumed: ours.
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { PageQuery } from "../../../schema/pageQuery.ts"
import { type Served, serveGroup } from "../../../server/serve.ts"
import * as words from "./descriptions.ts"
import { errors } from "./errors.ts"
import { reviews } from "./resource.ts"
import { Status } from "./schema.ts"
import { Reviews, type ReviewsMethods } from "./service.ts"

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

const serveWith = (methods: Effect.Effect<ReviewsMethods>) =>
  serveGroup(
    reviews,
    {
      description:
        "Rows that people look at: those that a policy does not act upon, and a share of the others.",
      descriptions: words.all,
      errors,
      operations: {
        list: {
          summary: "Lists reviews",
          description:
            "Newest first, in pages; by default those that nobody has taken. Needs the right `reviews`, which a key has only by its name.",
          query: { status: Schema.optionalKey(Status), ...PageQuery },
          example: { response: { reviews: [review] } }
        },
        take: {
          summary: "Takes a review",
          description:
            "It is the taker's for ten minutes. Its answers are not shown, so that they decide no label. A review that another has taken is 409.",
          isOptional: true,
          example: {
            request: {},
            response: {
              ...review,
              lease,
              lease_expires_at: "2026-01-02T03:14:05Z",
              state: "I was charged twice for March.",
              questions: { refund: { type: "noul", instructions: "Should the second charge be paid back?" } }
            }
          }
        },
        label: {
          summary: "Labels a review",
          description:
            "With the lease of its taker: true or false, the name of an option or the index of a level, for each question. The answers come back.",
          example: {
            request: { lease, labels },
            response: {
              ...review,
              status: "labelled",
              labels,
              answers: { refund: { type: "noul", noul: 0.97 } },
              action: "review"
            }
          }
        },
        skip: {
          summary: "Skips a review",
          description: "For one that its taker cannot label.",
          example: { request: { lease } }
        }
      }
    },
    Effect.map(methods, (service) => ({
      list: ({ request }) => service.list(request),
      take: ({ request }) => service.take(request),
      label: ({ request }) => service.label(request),
      skip: ({ request }) => service.skip(request)
    }))
  )

/** All paths under `/v1/reviews`, where a server has reviews. */
export const served: Served<never> = {
  endpoints: serveWith(Effect.never).endpoints,
  routes: Effect.flatMap(Reviews, (service) =>
    service === undefined ? Effect.succeed([]) : serveWith(Effect.succeed(service)).routes
  )
}
