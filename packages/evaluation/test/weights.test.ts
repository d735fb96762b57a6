// Rows that were drawn with different chances: each counts for one over its chance.
import { assert, describe, it } from "@effect/vitest"
import * as S from "../src/index.ts"

const random = S.seededRandom(11)

const row = (p: number, isRight: boolean): S.LabelledRow => ({
  p: [1 - p, p],
  answer: 1,
  label: Number(isRight)
})

const rows = Array.from({ length: 300 }, () => {
  const p = 0.5 + Math.round(random() * 20) / 40
  return row(p, random() < p)
})

/** All figures but Wilson's interval, which has fewer degrees, to ten digits. */
const figuresOf = (weight?: number) => {
  const weighed = weight === undefined ? rows : rows.map((one) => ({ ...one, weight }))
  const { accuracy, aurc, baseline, brier, calibration, confusion, kappa, logLoss } = S.evaluateQuestion(
    "noul",
    ["no", "yes"],
    weighed
  )
  const atMost = S.errorAtMost(
    weighed.filter((one) => S.confidenceOf(one) >= 0.9),
    0.95
  )
  const { error, ofPerfectModel } = calibration
  const figures = { error, ofPerfectModel, aurc, baseline, brier, confusion, kappa, logLoss, atMost }
  return JSON.stringify([accuracy.value, calibration.debiased, figures], (_, value: unknown) =>
    typeof value === "number" ? value.toPrecision(10) : value
  )
}

describe("weights", () => {
  it("that are all alike change no figure", () => {
    assert.strictEqual(figuresOf(50), figuresOf())
  })

  it("make rows of a queue and of an audit a sample of all: alone they say far too many are wrong", () => {
    // 1,000 rows acted upon, of which 3 % are wrong, and 200 under review, of which 30 % are.
    const counts = { acted: 1_000, audited: 100, wrongInAudit: 3, reviewed: 200, wrongInReview: 60 }
    const audit = Array.from({ length: 100 }, (_row, at) => ({ ...row(0.95, at >= 3), weight: 10 }))
    const review = Array.from({ length: 200 }, (_row, at) => ({ ...row(0.7, at >= 60), weight: 1 }))
    const all = [...audit, ...review]
    const figures = S.evaluateQuestion("noul", ["no", "yes"], all)
    assert.closeTo(1 - figures.accuracy.value, S.errorOfAudit(counts).all, 1e-12)
    const pooled = S.evaluateQuestion(
      "noul",
      ["no", "yes"],
      all.map((one) => ({ ...one, weight: 1 }))
    )
    assert.isAbove(1 - pooled.accuracy.value, 0.2)
  })

  it("cover the true share in 93 to 97 % of draws, as intervals without weights do", () => {
    const draws = 600
    let covered = 0
    for (let draw = 0; draw < draws; draw++) {
      const seen: Array<S.LabelledRow> = []
      for (let at = 0; at < 3_000; at++) {
        // A tenth is doubtful, and kept whole; of the others a tenth is kept.
        const isDoubtful = random() < 0.1
        const isRight = random() < (isDoubtful ? 0.6 : 0.95)
        if (isDoubtful || random() < 0.1) {
          seen.push({ ...row(isDoubtful ? 0.7 : 0.97, isRight), weight: isDoubtful ? 1 : 10 })
        }
      }
      const { high, low } = S.shareEstimate(
        seen.map(({ answer, label }) => answer === label),
        undefined,
        0.95,
        seen.map(({ weight = 1 }) => weight)
      )
      if (low <= 0.915 && 0.915 <= high) covered++
    }
    assert.isTrue(covered / draws >= 0.93 && covered / draws <= 0.97, String(covered / draws))
  })
})
