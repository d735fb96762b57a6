// Rules that hold for any rows.
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as S from "../src/index.ts"

const twoDecimals = fc.integer({ min: 0, max: 100 }).map((value) => value / 100)
const forecast = fc.tuple(twoDecimals, fc.constantFrom(0, 1))
const forecasts = fc.array(forecast, { minLength: 1, maxLength: 200 })

it("groups of one row are worth what rows are, and equal rows of a group count once", () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 5, maxLength: 100 }), (right) => {
      const alone = right.map((_right, row) => String(row))
      const errors = right.map(Number)
      assert.closeTo(S.clusteredStandardError(S.byGroup(errors, alone)), S.standardError(errors), 1e-12)
      const tripled = [...right, ...right, ...right]
      const groups = [...alone, ...alone, ...alone]
      const one = S.shareEstimate(right, alone)
      const three = S.shareEstimate(tripled, groups)
      assert.closeTo(three.low, one.low, 1e-9)
      assert.closeTo(three.high, one.high, 1e-9)
    })
  )
})

const binsOf = (rows: ReadonlyArray<S.Forecast>) =>
  S.equalMassBins(rows, 10).map((bin) => [bin.length, S.toCell(bin).yes])

it("the order of rows decides no bin and no level", () => {
  fc.assert(
    fc.property(forecasts, (rows) => {
      assert.deepStrictEqual(binsOf(rows), binsOf(rows.toReversed()))
      const judged = rows.map(([p, y]) => ({ p, right: y === 1 }))
      assert.deepStrictEqual(S.toLevels(judged), S.toLevels(judged.toReversed()))
    })
  )
})

const labelledRow = fc
  .tuple(fc.integer({ min: 50, max: 100 }), fc.integer({ min: 0, max: 99 }))
  .map(([percent, error]): S.LabelledRow => {
    const p = percent / 100
    // Surer answers are right more often.
    return { p: [1 - p, p], answer: 1, label: error < (100 - percent) / 3 ? 0 : 1 }
  })
const labelledRows = fc.array(labelledRow, { minLength: 60, maxLength: 400 })
const classes = ["no", "yes"]
const promise = { error: 0.05, confidence: 0.95 }

const fit = (rows: ReadonlyArray<S.LabelledRow>) =>
  S.fitPolicy({ q: { classes, rows } }, promise).questions["q"]?.thresholds[0] ?? assert.fail()

describe("a policy", () => {
  it("a threshold is the probability of a row, and its bound keeps the promise", () => {
    fc.assert(
      fc.property(labelledRows, (rows) => {
        const { errorAtMost, errors, from, needed, rows: acted } = fit(rows)
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

  it("more thresholds share δ, so each needs more rows", () => {
    const rows = Array.from({ length: 70 }, () => ({ p: [0.05, 0.95], answer: 1, label: 1 }))
    const one = S.fitPolicy({ a: { classes, rows } }, promise)
    assert.strictEqual(one.questions["a"]?.thresholds[0]?.from, 0.95)
    const names = [..."abcde"].map((name) => [name, { classes, rows }] as const)
    const five = S.fitPolicy(Object.fromEntries(names), promise)
    assert.strictEqual(five.thresholds, 5)
    const [first] = five.questions["a"]?.thresholds ?? []
    assert.deepEqual([first?.from, first?.needed?.withoutError], [null, 90])
  })

  it("with a threshold for each answer, an answer without one goes to review", () => {
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
