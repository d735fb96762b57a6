// The reviews of a server over their table.
// Assumed: ours.
import { ConflictError, NotFoundError } from "@leadline/core/errors"
import * as Core from "@leadline/core/reviews"
import { pageLimits } from "@leadline/core/schema"
import * as Clock from "effect/Clock"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type * as SqlError from "effect/sql/SqlError"
import { Pepper } from "../crypto/Pepper.ts"
import * as PageToken from "../crypto/pageToken.ts"
import { makeSeal } from "../crypto/seal.ts"
import { inGroup, storeTime } from "../database/dialect.ts"
import { makeToUnavailable } from "../database/failures.ts"
import { currentCaller } from "../keys/currentCaller.ts"
import { type Evidence, makeReadReview } from "./sealedReview.ts"
import { addLabels, breakPolicies } from "./addLabels.ts"
import type { ReviewsOptions } from "./keepReviews.ts"
import * as ReviewQueries from "./queries.ts"

const unknown = () => new NotFoundError({ message: "No review has this id." })

const taken = () => new ConflictError({ message: "Another has taken this review." })

const ended = () => new ConflictError({ message: "lease: it has ended. Take the review again." })

const labelled = () =>
  new ConflictError({ message: "This key has labelled this review, or it has all labels that it may have." })

const full = (bytes: number) =>
  new ConflictError({ message: `The group may store ${bytes} bytes of reviews and their labels.` })

const toIsoString = (time: number | string) => new Date(Number(time)).toISOString()

const summaryOf = (row: ReviewQueries.SummaryRow) => ({
  review_id: row.id,
  policy: row.policy,
  request_id: row.request_id,
  status: row.status,
  created_at: toIsoString(row.created_at),
  expires_at: toIsoString(row.expires_at)
})

/** A review takes no second label of a reviewer, and none beyond those that it may have. */
const isLabelled = (
  { labels }: { readonly labels: ReadonlyArray<ReviewQueries.ReviewerLabels> },
  reviewer: string
) => labels.length >= Core.labelsPerReview || labels.some((one) => one.reviewer === reviewer)

const isLent = ({ row }: { readonly row: ReviewQueries.ReviewRow }, now: number) =>
  row.lease_until !== null && Number(row.lease_until) > now

const make = Effect.fnUntraced(function* (evidence: Evidence, mostBytes: number) {
  const sql = yield* SqlClient.SqlClient
  const pepper = yield* Pepper
  const random = yield* SecureRandom.SecureRandom
  const seal = yield* makeSeal
  const read = makeReadReview(seal)
  const orUnavailable = yield* makeToUnavailable("review")

  const inStore = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient | Pepper>) =>
    effect.pipe(Effect.provideService(SqlClient.SqlClient, sql), Effect.provideService(Pepper, pepper))

  const query = <A, E>(effect: Effect.Effect<A, E | SqlError.SqlError, SqlClient.SqlClient | Pepper>) =>
    orUnavailable(inStore(effect))

  /** Where it fails, the next label or start does it. */
  const breakShown = (group?: string) =>
    Effect.catchCause(inStore(breakPolicies(group)), (cause) =>
      Effect.logError("A policy that was shown broken could not be marked yet", cause)
    )
  yield* breakShown()

  /** Reads a review and changes it, in a transaction on its group. */
  const changing = <A, E>(
    id: string,
    change: (
      review: NonNullable<ReturnType<typeof read>>,
      caller: { readonly group: string; readonly reviewer: string },
      now: number
    ) => Effect.Effect<A, E | SqlError.SqlError, SqlClient.SqlClient | Pepper>
  ) =>
    Effect.flatMap(currentCaller, ({ group, key = "server" }) =>
      query(
        inGroup(group)(
          Effect.gen(function* () {
            const now = yield* storeTime
            const row = yield* ReviewQueries.find(group, id)
            const review = row && read(row)
            if (review === undefined) return yield* unknown()
            return yield* change(review, { group, reviewer: key }, now)
          })
        )
      )
    )

  return Core.make({
    list: Effect.fnUntraced(function* ({ status = "open", ...request }) {
      const { group } = yield* currentCaller
      const { next, rows } = yield* PageToken.readPage(
        pepper,
        {
          route: `reviews/${status}`,
          group,
          maxAge: Core.pageTokenAge,
          invalidToken: PageToken.invalidPageToken
        },
        { limit: request.limit ?? pageLimits.fallback, token: request.page_token },
        (after, count) =>
          query(Effect.flatMap(storeTime, (now) => ReviewQueries.page(group, status, now, after, count))),
        ({ id }) => id
      )
      return { reviews: rows.map(summaryOf), ...(next !== undefined && { next_page_token: next }) }
    }),
    take: ({ review_id }) =>
      changing(review_id, (review, { reviewer }, now) =>
        Effect.gen(function* () {
          const { content, row, state } = review
          if (isLent(review, now)) return yield* taken()
          if (isLabelled(review, reviewer)) return yield* labelled()
          const lease = `lease_${yield* random.uuidV4()}`
          const until = now + Core.leaseTime
          yield* ReviewQueries.lend(row.id, lease, reviewer, until)
          return {
            ...summaryOf(row),
            lease,
            lease_expires_at: toIsoString(until),
            ...(state !== undefined && { state }),
            questions: content.questions
          }
        })
      ),
    label: ({ labels, lease, review_id }) =>
      Effect.tap(
        changing(review_id, (review, { group, reviewer }, now) =>
          Effect.gen(function* () {
            const { content, row } = review
            if (row.lease !== lease || !isLent(review, now)) return yield* ended()
            if (isLabelled(review, reviewer)) return yield* labelled()
            const problem = Core.labelsProblem(content.questions, labels)
            if (problem !== undefined) return yield* problem
            const used = yield* ReviewQueries.used(group)
            if ((used?.bytes ?? 0) + JSON.stringify(labels).length > mostBytes) return yield* full(mostBytes)
            yield* addLabels(seal, evidence, group, review, {
              reviewer,
              at: yield* Clock.currentTimeMillis,
              labels
            })
            return {
              ...summaryOf({ ...row, status: "labelled" }),
              labels,
              answers: content.answers,
              action: content.action
            }
          })
        ),
        () => Effect.flatMap(currentCaller, ({ group }) => breakShown(group))
      ),
    skip: ({ lease, review_id }) =>
      changing(review_id, (review, _caller, now) =>
        review.row.lease !== lease || !isLent(review, now)
          ? Effect.fail(ended())
          : ReviewQueries.skip(review.row.id)
      )
  })
})

/**
 * The reviews of a server, for each key group its own. `evidence` says when labels show that a policy is broken. Reviews and
 * their labels have twice `bytesPerGroup`, so that a group whose reviews fill that can label them.
 */
export const layerReviews = (
  evidence: Evidence,
  { bytesPerGroup = Core.bytesPerGroup }: Pick<ReviewsOptions, "bytesPerGroup"> = {}
): Layer.Layer<never, never, SqlClient.SqlClient | Pepper> =>
  Layer.effect(Core.Reviews, make(evidence, 2 * bytesPerGroup)).pipe(
    Layer.provide(SecureRandom.layerWebCrypto)
  )
