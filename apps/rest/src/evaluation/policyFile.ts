// The policy file: what `fit` writes, and `evaluate --policy` reads.
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import type { QuestionsFile } from "../rows/questionsFile.ts"
import { StartupError } from "../StartupError.ts"

const Share = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))
const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** From which probability up answers are acted upon. */
const Threshold = Schema.Struct({
  answer: Schema.NullOr(Schema.String),
  from: Schema.NullOr(Share),
  rows: Count,
  errors: Count,
  effectiveRows: Schema.Finite,
  errorAtMost: Schema.NullOr(Share),
  needed: Schema.optionalKey(Schema.Struct({ withoutError: Count, atRateSeen: Schema.NullOr(Count) }))
})

/** A policy with what it was fitted on. */
export const PolicyFile = Schema.Struct({
  version: Schema.Literal(1),
  /** The model that was asked for, and the source that answered. */
  model: Schema.String,
  source: Schema.String,
  /** SHA-256 of the questions: for others the promise does not hold. */
  questionsHash: Schema.String,
  promise: Schema.Struct({ error: Share, confidence: Share }),
  questions: Schema.Record(
    Schema.String,
    Schema.Struct({
      rows: Count,
      coverage: Share,
      temperature: Schema.NullOr(Schema.Finite),
      thresholds: Schema.Array(Threshold)
    })
  )
})

/** {@link PolicyFile}. */
export type PolicyFile = typeof PolicyFile.Type

/** The hash of questions that a policy belongs to. */
export const questionsHash = ({ questions }: QuestionsFile): string =>
  createHash("sha256").update(JSON.stringify(questions)).digest("hex")

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(PolicyFile))

const failed = (path: string, message: string) => new StartupError({ message: `${path}: ${message}` })

/** Reads a policy; fails where it was fitted for other questions or another model. */
export const readPolicy = (path: string, file: QuestionsFile): Effect.Effect<PolicyFile, StartupError> =>
  Effect.gen(function* () {
    const text = yield* Effect.try({
      try: () => readFileSync(path, "utf8"),
      catch: () => failed(path, "cannot be read")
    })
    const policy = yield* Effect.mapError(decode(text), () =>
      failed(path, "expected a policy of leadline fit")
    )
    if (policy.questionsHash !== questionsHash(file)) {
      return yield* failed(path, "the policy was fitted for other questions: fit it again")
    }
    if (policy.model !== file.model) {
      return yield* failed(path, `the policy was fitted for the model ${policy.model}: fit it again`)
    }
    return policy
  })
