// The calibration of a policy, and intervals of calibration errors.
import { assert, describe, it } from "vitest"
import * as S from "../src/index.ts"

/** Rows whose true probability is even over 0 to 1, and that a model states with its logit times `sharpness`. */
const draw = (rows: number, seed = 1, sharpness = 2): Array<S.LabelledRow> => {
  const random = S.seededRandom(seed)
  return Array.from({ length: rows }, () => {
    const truth = 0.0005 + 0.999 * random()
    const yes = 1 / (1 + ((1 - truth) / truth) ** sharpness)
    return { p: [1 - yes, yes], answer: Number(yes > 0.5), label: Number(random() < truth) }
  })
}

const shares = (of: ReadonlyArray<number>) => of.map((one) => one / of.reduce((sum, value) => sum + value))

/** Rows of three classes, of which a model overlooks the last: it states a third of its probability. */
const overlooking = (rows: number): Array<S.LabelledRow> => {
  const random = S.seededRandom(2)
  return Array.from({ length: rows }, () => {
    const [a = 0, b = 0, c = 0] = shares([random() ** 2, random() ** 2, random() ** 2])
    const drawn = random()
    return { p: shares([a, b, c / 3]), answer: 0, label: drawn < a ? 0 : drawn < a + b ? 1 : 2 }
  })
}

const fitted = (classes: number, rows: ReadonlyArray<S.LabelledRow>): S.Calibration =>
  S.fitCalibration(classes, rows) ?? assert.fail("nothing was fitted")

describe("the calibration of a policy", () => {
  it.each([
    [49, undefined],
    [50, "temperature"],
    [999, "temperature"],
    [1_000, "isotonic"]
  ] as const)("of %i rows of a yes-or-no question is %s", (rows, method) => {
    assert.strictEqual(S.fitCalibration(2, draw(rows))?.method, method)
  })

  it("of three classes is by vector scaling from 100 rows of each class, and gives one that is overlooked its due", () => {
    const rows = overlooking(2_000)
    const some = (count: number) =>
      [0, 1, 2].flatMap((place) => rows.filter(({ label }) => label === place).slice(0, count))
    assert.strictEqual(fitted(3, some(100)).method, "vector-scaling")
    assert.strictEqual(fitted(3, some(99)).method, "temperature")
    const [a = 0, b = 0, c = 0] = [0, 1, 2].map((place) =>
      S.applyCalibration(fitted(3, rows), [0.4, 0.4, 0.2], place)
    )
    // Three times as likely as stated: 0.2 becomes 0.6 of 1.4.
    assert.closeTo(c, 0.43, 0.06)
    assert.closeTo(a + b + c, 1, 1e-9)
  })

  it.each([300, 3_000])("of %i rows makes other rows of an overconfident model truer", (rows) => {
    const calibration = fitted(2, draw(rows))
    const errorOf = (probabilityOf: (row: S.LabelledRow) => number) => {
      const others = draw(4_000, 7)
      const forecasts = others.map((row) => [probabilityOf(row), Number(row.answer === row.label)] as const)
      return S.calibrationEstimate(forecasts, 10, undefined).value
    }
    const calibrated = ({ answer, p }: S.LabelledRow) => S.applyCalibration(calibration, p, answer)
    assert.isAbove(errorOf(S.confidenceOf), 0.09)
    assert.isBelow(errorOf(calibrated), 0.04)
    const [no = 0, yes = 0] = [0, 1].map((place) => S.applyCalibration(calibration, [0.2, 0.8], place))
    assert.closeTo(no + yes, 1, 1e-9)
  })

  it("never says that an answer is certain", () => {
    const rows = draw(1_000).map((row) => ({ ...row, label: row.answer }))
    const calibration = fitted(2, rows)
    assert.strictEqual(S.applyCalibration(calibration, [0.01, 0.99], 1), 0.995)
    assert.strictEqual(S.fitCalibration(2, rows.slice(0, 999)), null)
  })
})

const forecastsOf = (rows: ReadonlyArray<S.LabelledRow>) =>
  rows.map(({ label, p }): S.Forecast => [p[1] ?? 0, label])

const holding = (draws: number, rows: number, sharpness: number, truth: number): number =>
  Array.from({ length: draws }, (_draw, seed) =>
    S.calibrationEstimate(forecastsOf(draw(rows, seed, sharpness)), 10, undefined)
  ).filter(({ high, low }) => low <= truth && truth <= high).length

const widthOf = (rows: ReadonlyArray<S.Forecast>, groups?: ReadonlyArray<number>) => {
  const { high, low } = S.calibrationEstimate(rows, 10, groups)
  return high - low
}

describe("the interval of a calibration error", () => {
  it("holds 0 for a perfectly calibrated model, and the error of an overconfident one", () => {
    assert.isAtLeast(holding(50, 200, 1, 0), 47)
    // Measured on 400,000 rows.
    assert.isAtLeast(holding(50, 400, 2, 0.106), 45)
    assert.strictEqual(holding(10, 1_000, 2, 0), 0)
  })

  it("does not narrow when each row is there four times, in a group of its own", () => {
    const once = forecastsOf(draw(200))
    const often = once.flatMap((row) => [row, row, row, row])
    const groups = often.map((_row, index) => index >> 2)
    const ofGroups = widthOf(often, groups)
    assert.isAtLeast(ofGroups, 0.7 * widthOf(once))
    assert.isBelow(widthOf(often), 0.7 * ofGroups)
  })
})
