// A policy as `leadline fit` writes it: what answers are acted upon, and what it is bound to.
// Assumed: ours.
import * as Schema from "effect/Schema"
import { ofLength, within } from "../../schema/checks.ts"

const Share = Schema.Finite.check(within({ min: 0, max: 1 }))
const Count = Schema.Int.check(within({ min: 0 }))

/** From which probability up answers are acted upon. */
const Threshold = Schema.Struct({
  /** The answer that it is for; null: any. */
  answer: Schema.NullOr(Schema.String),
  /** The least probability that is acted upon; null: none is. */
  from: Schema.NullOr(Share),
  rows: Count,
  errors: Count,
  effectiveRows: Schema.Finite,
  errorAtMost: Schema.NullOr(Share),
  needed: Schema.optionalKey(Schema.Struct({ withoutError: Count, atRateSeen: Schema.NullOr(Count) }))
})

/** Points of a line, which each answer is looked up in: a fit to a million rows has some hundreds. */
const points = { min: 1, max: 10_000 } as const

/** Numbers of a calibration; a fit keeps temperatures and weights from 0.1 to 10. */
const Positive = Schema.Finite.check(within({ min: 0.01, max: 100 }))
const Offset = Schema.Finite.check(within({ min: -1_000_000, max: 1_000_000 }))

const isRising = ({ x }: { readonly x: number }, at: number, all: ReadonlyArray<{ readonly x: number }>) =>
  x >= (all[at - 1]?.x ?? 0)

/** How stated probabilities become calibrated ones. */
const Calibration = Schema.Union([
  /** p^(1/T), normalised. */
  Schema.Struct({ method: Schema.Literal("temperature"), temperature: Positive }),
  /** Of the probability of yes, or with more classes of the answer: between points along a line. */
  Schema.Struct({
    method: Schema.Literal("isotonic"),
    points: Schema.Array(Schema.Struct({ x: Share, fitted: Share })).check(
      ofLength(points, "points"),
      Schema.makeFilter((all) => all.every(isRising), { expected: "points in the order of x" })
    )
  }),
  /** softmax(w ln p + b). */
  Schema.Struct({
    method: Schema.Literal("vector-scaling"),
    w: Schema.Array(Positive),
    b: Schema.Array(Offset)
  }).check(Schema.makeFilter(({ b, w }) => b.length === w.length, { expected: "as many w as b" }))
])

/** A policy with what it was fitted on. */
export const Policy = Schema.Struct({
  version: Schema.Literal(1),
  /** The model that was asked for, and the source that answered. */
  model: Schema.String,
  source: Schema.String,
  /** The model that answered, as its engine says, and the decimals of its probabilities; null: all. */
  answeredBy: Schema.Struct({ model: Schema.String, decimals: Schema.NullOr(Count) }),
  /** SHA-256 of the questions: for others the promise does not hold. */
  questionsHash: Schema.String,
  /** SHA-256 of the labels, and how many policies were fitted to them into one file: each may break its promise. */
  labelsHash: Schema.String,
  fits: Schema.Int.check(within({ min: 1 })),
  promise: Schema.Struct({ error: Share, confidence: Share }),
  questions: Schema.Record(
    Schema.String,
    Schema.Struct({
      rows: Count,
      coverage: Share,
      /** Null: there are too few rows. */
      calibration: Schema.NullOr(Calibration),
      thresholds: Schema.Array(Threshold)
    })
  )
})

/** {@link Policy}, readonly. */
export interface Policy extends Schema.Schema.Type<typeof Policy> {}
