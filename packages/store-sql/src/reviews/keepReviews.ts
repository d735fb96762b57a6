// Keeps rows for review: decided while a request is answered, written behind it. A request never waits for it or fails.
// Assumed: ours.
import type { Answer } from "@leadline/core/decisions"
import { makeMemoryBudget } from "@leadline/core/internal"
import { type PolicyOutcome, PolicyOutcomes, statedProbability } from "@leadline/core/policies"
import {
  auditShare,
  bytesPerGroup,
  contentBytes,
  days,
  reviewsPerGroup,
  stateBytes
} from "@leadline/core/reviews"
import * as Clock from "effect/Clock"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Random from "effect/Random"
import * as SqlClient from "effect/sql/SqlClient"
import type { Pepper } from "../crypto/Pepper.ts"
import { makeSeal } from "../crypto/seal.ts"
import { inGroup } from "../database/dialect.ts"
import { writeEvery } from "../database/repeatEvery.ts"
import { sealName } from "./sealedReview.ts"
import { droppedReviews, policyActions, policyProbabilities } from "./metrics.ts"
import * as ReviewQueries from "./queries.ts"

/** Which reviews are kept, and for how long. */
export interface ReviewsOptions {
  /** Share of all rows that is audited, 0 to 1. Default 0.02. */
  readonly audit?: number | undefined
  /** Whether reviews have the state that their questions are about. Default true. */
  readonly keepState?: boolean | undefined
  /** Default 30. */
  readonly days?: number | undefined
  /** Reviews of one key group; 0 keeps none. Default 10,000. */
  readonly reviewsPerGroup?: number | undefined
  /** Bytes of the reviews of one key group. Default 67,108,864. */
  readonly bytesPerGroup?: number | undefined
  /** Milliseconds between two writes. Default 1,000. */
  readonly interval?: number | undefined
}

/** A row that waits to be written. */
interface Pending extends Pick<PolicyOutcome, "group" | "policy" | "requestId"> {
  readonly at: number
  readonly isAudited: boolean
  /** Its label may count for or against its policy. */
  readonly isEvidence: boolean
  readonly content: ReviewQueries.Content
  /** Undefined: it is not kept. */
  readonly state: unknown
  /** About so many bytes. */
  readonly bytes: number
}

/** Bytes of rows that wait to be written, and the least that one counts. */
const waiting = { bytes: 67_108_864, row: 65_536 }

/** The part of both quotas that rows fill which are no evidence: a caller that fills them hides no audit. */
const withoutEvidence = 0.9

const day = 86_400_000

/** About how many bytes a value has as JSON; it stops to count at `limit`. */
const sizeOf = (value: unknown, limit: number): number => {
  if (typeof value === "string") return value.length + 2
  if (typeof value !== "object" || value === null) return 8
  let size = 2
  for (const [name, field] of Object.entries(value)) {
    if (size > limit) return size
    size += name.length + 4 + sizeOf(field, limit - size)
  }
  return size
}

/** Takes the outcomes of decisions, and writes them in batches until its scope closes. */
const makeOutcomes = Effect.fnUntraced(function* (options: ReviewsOptions) {
  const sql = yield* SqlClient.SqlClient
  const random = yield* SecureRandom.SecureRandom
  const chance = yield* Random.Random
  const clock = yield* Clock.Clock
  const context = yield* Effect.context()
  const { seal } = yield* makeSeal
  const { audit = auditShare, keepState = true } = options
  const quota = {
    rows: options.reviewsPerGroup ?? reviewsPerGroup,
    bytes: options.bytesPerGroup ?? bytesPerGroup
  }
  const kept = (options.days ?? days) * day
  let pending: Array<Pending> = []
  // Shared by groups, so that none keeps out the rows of another, and by what is evidence, so that the rest does not.
  const budget = makeMemoryBudget(waiting.bytes)
  const sharerOf = ({ group, isEvidence }: Pick<Pending, "group" | "isEvidence">) => `${group} ${isEvidence}`

  const count = <Input>(metric: Metric.Metric<Input, unknown>, input: Input) =>
    metric.updateUnsafe(input, context)

  const rowOf = Effect.fnUntraced(function* (outcome: Pending) {
    const { at, content, group, isAudited, policy, requestId } = outcome
    const id = `review_${yield* random.uuidV7()}`
    const sealed = yield* seal(sealName("content", id), JSON.stringify(content))
    const text = JSON.stringify(outcome.state)
    const state = text === undefined ? null : yield* seal(sealName("state", id), text)
    return {
      id,
      group_id: group,
      policy,
      request_id: requestId,
      status: "open",
      inclusion_probability: content.action === "review" ? 1 : audit,
      is_audited: Number(isAudited),
      content: sealed,
      state,
      bytes: sealed.length + (state?.length ?? 0),
      created_at: at,
      expires_at: at + kept
    } satisfies ReviewQueries.NewRow
  })

  /** Writes rows of one group, as far as its quota goes. */
  const write = Effect.fnUntraced(function* (group: string, outcomes: ReadonlyArray<Pending>) {
    const rows = yield* Effect.forEach(outcomes, (outcome) =>
      Effect.map(Effect.andThen(Effect.sleep(0), rowOf(outcome)), (row) => ({ row, ...outcome }))
    )
    const insert = Effect.gen(function* () {
      const used = yield* ReviewQueries.used(group)
      if (used === undefined) return 0
      let dropped = 0
      for (const { isEvidence, row } of rows) {
        const part = isEvidence || audit === 0 ? 1 : withoutEvidence
        used.rows++
        used.bytes += row.bytes
        if (used.rows <= Math.ceil(quota.rows * part) && used.bytes <= quota.bytes * part) {
          yield* ReviewQueries.insert(row)
          continue
        }
        used.rows--
        used.bytes -= row.bytes
        dropped++
      }
      return dropped
    })
    const dropped = yield* inGroup(group)(insert)
    if (dropped > 0) count(droppedReviews({ reason: "quota" }), dropped)
  })

  const flush = Effect.gen(function* () {
    const batch = pending
    pending = []
    for (const [group, outcomes] of Map.groupBy(batch, (outcome) => outcome.group)) {
      yield* Effect.catchCause(write(group, outcomes), (cause) => {
        count(droppedReviews({ reason: "store" }), outcomes.length)
        return Effect.logError("Reviews could not be written", cause)
      })
      for (const outcome of outcomes) budget.release(sharerOf(outcome), outcome.bytes)
    }
  }).pipe(Effect.provideService(SqlClient.SqlClient, sql))

  yield* writeEvery(options.interval ?? 1_000, flush)

  const record = (outcome: PolicyOutcome): void => {
    const { action, group, policy, questions, reasons, request, requestId, response } = outcome
    count(policyActions({ policy, action }), 1)
    const probabilities = policyProbabilities({ policy })
    for (const answer of Object.values<Answer>(response.answers)) {
      count(probabilities, statedProbability(answer))
    }
    // Whatever the policy did, so that the audit is a sample of every question's answers that are acted upon.
    const isAudited = chance.nextDoubleUnsafe() < audit
    if ((!isAudited && action === "act") || quota.rows === 0) return
    const content: ReviewQueries.Content = {
      model: outcome.model ?? null,
      questions: request.questions,
      answers: response.answers,
      action,
      reasons,
      acted: Object.keys(questions).filter((name) => questions[name]?.action === "act")
    }
    const contentSize = sizeOf(content, contentBytes)
    if (contentSize > contentBytes) return count(droppedReviews({ reason: "size" }), 1)
    const isEvidence = isAudited && content.acted.length > 0
    const stateSize = keepState ? sizeOf(request.state, stateBytes) : 0
    const state = keepState && stateSize <= stateBytes ? request.state : undefined
    const bytes = (state === undefined ? 0 : stateSize) + contentSize
    const held = Math.max(waiting.row, bytes)
    if (!budget.take(sharerOf({ group, isEvidence }), held)) {
      return count(droppedReviews({ reason: "queue" }), 1)
    }
    const at = clock.currentTimeMillisUnsafe()
    pending.push({ group, policy, requestId, at, isAudited, isEvidence, content, state, bytes: held })
  }
  return { record: (outcome: PolicyOutcome) => Effect.sync(() => record(outcome)) }
})

/** Keeps the rows of decisions under policies for review: those that they do not act upon, and a share of the others. */
export const layerPolicyOutcomes = (
  options: ReviewsOptions = {}
): Layer.Layer<never, never, SqlClient.SqlClient | Pepper> =>
  Layer.effect(PolicyOutcomes, makeOutcomes(options)).pipe(Layer.provide(SecureRandom.layerWebCrypto))
