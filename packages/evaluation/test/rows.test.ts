// Rules of rows: their groups, order and weights, and what a policy, its calibration and an audit make of them.
import { assert, describe, it } from "vitest"
import * as fc from "fast-check"
import * as S from "../src/index.ts"
import { auditEvidence } from "../src/drift.ts"
import { shareEstimate } from "../src/intervals.ts"

const classes = ["no", "yes"]
const promise = { error: 0.05, confidence: 0.95 }

it("rows of a group that are alike count once", () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 5, maxLength: 100 }), (right) => {
      const alone = right.map((_right, row) => String(row))
      const one = shareEstimate(right, alone)
      const three = shareEstimate([...right, ...right, ...right], [...alone, ...alone, ...alone])
      assert.closeTo(three.low, one.low, 1e-9)
      assert.closeTo(three.high, one.high, 1e-9)
    })
  )
})

it("figures of a class are recall, precision and the losses of its probability", () => {
  const rows = [
    { p: [0.7, 0.2, 0.1], answer: 0, label: 0 },
    { p: [0.6, 0.3, 0.1], answer: 0, label: 1 },
    { p: [0.1, 0.8, 0.1], answer: 1, label: 1 }
  ]
  const [first, second, third] = S.evaluateQuestion("choice", ["a", "b", "c"], rows).byClass
  assert.deepEqual([first?.name, first?.labelled, second?.labelled], ["a", 1, 2])
  assert.deepEqual([first?.recall?.value, first?.precision?.value], [1, 0.5])
  assert.deepEqual([second?.recall?.value, second?.precision?.value], [0.5, 1])
  assert.closeTo(first?.brier.value ?? 0, (0.3 ** 2 + 0.6 ** 2 + 0.1 ** 2) / 3, 1e-12)
  assert.closeTo(second?.logLoss.value ?? 0, -(2 * Math.log(0.8) + Math.log(0.3)) / 3, 1e-12)
  // No row has the third class, and no answer names it.
  assert.deepEqual([third?.labelled, third?.recall, third?.precision], [0, undefined, undefined])
})

describe("a policy", () => {
  const labelledRow = fc
    .tuple(fc.integer({ min: 50, max: 100 }), fc.integer({ min: 0, max: 99 }))
    .map(([percent, error]): S.LabelledRow => {
      const p = percent / 100
      // Surer answers are right more often.
      return { p: [1 - p, p], answer: 1, label: error < (100 - percent) / 3 ? 0 : 1 }
    })

  it("has a threshold that is the probability of a row, and a bound that keeps the promise", () => {
    fc.assert(
      fc.property(fc.array(labelledRow, { minLength: 60, maxLength: 400 }), (rows) => {
        const [threshold = assert.fail()] = S.fitPolicy({ q: { classes, rows } }, promise).questions["q"]
          ?.thresholds ?? [assert.fail()]
        const { errorAtMost, errors, from, needed, rows: acted } = threshold
        if (from === null || errorAtMost === null) return assert.strictEqual(needed?.withoutError, 59)
        assert.isTrue(rows.some(({ p }) => p[1] === from))
        const above = rows.filter((row) => (row.p[1] ?? 0) >= from)
        assert.strictEqual(acted, above.length)
        assert.strictEqual(errors, above.filter(({ label }) => label === 0).length)
        assert.isAtMost(errorAtMost, promise.error + 1e-9)
        assert.isAtMost(S.upperBound(errors, acted, 0.95), promise.error + 1e-9)
      })
    )
  })

  it("of several thresholds shares δ among them, so each needs more rows", () => {
    const rows = Array.from({ length: 70 }, () => ({ p: [0.05, 0.95], answer: 1, label: 1 }))
    const one = S.fitPolicy({ a: { classes, rows } }, promise)
    assert.strictEqual(one.questions["a"]?.thresholds[0]?.from, 0.95)
    const names = [..."abcde"].map((name) => [name, { classes, rows }] as const)
    const five = S.fitPolicy(Object.fromEntries(names), promise)
    assert.strictEqual(five.thresholds, 5)
    const [first] = five.questions["a"]?.thresholds ?? []
    assert.deepEqual([first?.from, first?.needed?.withoutError], [null, 90])
  })

  it("with a threshold for each answer sends an answer without one to review", () => {
    const sure = Array.from({ length: 100 }, () => ({ p: [0.1, 0.9], answer: 1, label: 1 }))
    const unsure = Array.from({ length: 100 }, (_row, i) => ({ p: [0.6, 0.4], answer: 0, label: i % 2 }))
    const fitted = S.fitPolicy({ q: { classes, rows: [...sure, ...unsure] } }, promise, { perAnswer: true })
    const { coverage, thresholds } = fitted.questions["q"] ?? assert.fail()
    assert.strictEqual(coverage, 0.5)
    assert.isTrue(S.isActedUpon(thresholds, "yes", 0.9))
    assert.isFalse(S.isActedUpon(thresholds, "yes", 0.89))
    assert.isFalse(S.isActedUpon(thresholds, "no", 1))
  })
})

describe("an audit", () => {
  it("has the mean of betting e-processes as its evidence, in whatever order the rows came", () => {
    const wanted = [1.5, 2, 3, 5, 10].map((times) => {
      const bet = (times * 0.05 - 0.05) / (0.05 * 0.95)
      return [0, 0, 1, 0, 0, 0, 1, 1, 0].reduce((wealth, error) => wealth * (1 + bet * (error - 0.05)), 1)
    })
    assert.closeTo(auditEvidence(3, 9, 0.05), wanted.reduce((all, one) => all + one) / 5, 1e-9)
  })

  it("calls a policy that keeps its promise broken in at most 1 − confidence of draws, looked at after every row", () => {
    const random = S.seededRandom(7)
    const isEverBroken = () => {
      let errors = 0
      for (let rows = 1; rows <= 300; rows++) {
        // The worst that keeps it, and both questions wrong together.
        errors += Number(random() < promise.error)
        const count = { rows, errors }
        if (S.isPromiseBroken({ a: count, b: count }, { ...promise, questions: 2 })) return true
      }
      return false
    }
    const broken = Array.from({ length: 400 }, isEverBroken).filter(Boolean).length
    assert.isAtMost(broken / 400, 0.05)
  })

  it("shows a policy that is always wrong soon", () => {
    const one = { ...promise, questions: 1 }
    assert.isFalse(S.isPromiseBroken({ a: { rows: 1, errors: 1 } }, one))
    assert.isTrue(S.isPromiseBroken({ a: { rows: 3, errors: 3 } }, one))
    assert.isFalse(S.isPromiseBroken({ a: { rows: 3, errors: 3 } }, { ...promise, questions: 100 }))
    assert.isFalse(S.isPromiseBroken({}, one))
  })
})

const row = (p: number, isRight: boolean) => ({ p: [1 - p, p], answer: 1, label: Number(isRight) })

// All but Wilson's interval, which has fewer degrees, to ten digits.
const figuresOf = (weighed: ReadonlyArray<S.LabelledRow>) => {
  const { accuracy, calibration, ...all } = S.evaluateQuestion("noul", classes, weighed)
  const { aurc, baseline, brier, confusion, kappa, logLoss } = all
  const { debiased, error, ofPerfectModel } = calibration
  const atMost = S.errorAtMost(weighed, 0.95)
  const figures = { aurc, baseline, brier, confusion, kappa, logLoss, debiased, error, ofPerfectModel }
  return JSON.stringify([accuracy.value, atMost, figures], (_, value: unknown) =>
    typeof value === "number" ? value.toPrecision(10) : value
  )
}

describe("weights", () => {
  const random = S.seededRandom(11)
  it("that are all alike change no figure", () => {
    const rows = Array.from({ length: 300 }, () => {
      const p = 0.5 + Math.round(random() * 20) / 40
      return row(p, random() < p)
    })
    assert.strictEqual(figuresOf(rows.map((one) => ({ ...one, weight: 50 }))), figuresOf(rows))
  })

  it("make rows of a queue and of an audit a sample of all: alone they say far too many are wrong", () => {
    // 1,000 rows acted upon, of which 3 % are wrong, and 200 under review, of which 30 % are.
    const audit = Array.from({ length: 100 }, (_row, at) => ({ ...row(0.95, at >= 3), weight: 10 }))
    const review = Array.from({ length: 200 }, (_row, at) => ({ ...row(0.7, at >= 60), weight: 1 }))
    const figures = S.evaluateQuestion("noul", classes, [...audit, ...review])
    assert.closeTo(1 - figures.accuracy.value, 90 / 1_200, 1e-12)
  })

  it("give intervals that cover the true share in 93 to 97 % of draws", () => {
    const draws = 600
    let covered = 0
    for (let draw = 0; draw < draws; draw++) {
      const seen: Array<readonly [isRight: boolean, weight: number]> = []
      for (let at = 0; at < 3_000; at++) {
        // A tenth is doubtful, and kept whole; of the others a tenth is kept.
        const isDoubtful = random() < 0.1
        const isRight = random() < (isDoubtful ? 0.6 : 0.95)
        if (isDoubtful || random() < 0.1) seen.push([isRight, isDoubtful ? 1 : 10])
      }
      const weights = seen.map(([, weight]) => weight)
      const areRight = seen.map(([isRight]) => isRight)
      const { high, low } = shareEstimate(areRight, undefined, 0.95, weights)
      if (low <= 0.915 && 0.915 <= high) covered++
    }
    assert.isTrue(covered / draws >= 0.93 && covered / draws <= 0.97, String(covered / draws))
  })
})
