// Intervals of calibration errors, and the figures of each class.
import { assert, describe, it } from "vitest"
import * as S from "../src/index.ts"

/** Rows whose true probability is even over 0 to 1, and that a model states with its logit times `sharpness`. */
const drawForecasts = (seed: number, rows: number, sharpness: number): Array<S.Forecast> => {
  const random = S.seededRandom(seed)
  return Array.from({ length: rows }, () => {
    const p = 0.0005 + 0.999 * random()
    return [1 / (1 + ((1 - p) / p) ** sharpness), Number(random() < p)]
  })
}

const holding = (draws: number, rows: number, sharpness: number, truth: number): number => {
  const intervals = Array.from({ length: draws }, (_draw, seed) =>
    S.calibrationEstimate(drawForecasts(seed, rows, sharpness), 10, undefined)
  )
  return intervals.filter(({ high, low }) => low <= truth && truth <= high).length
}

const width = ({ high, low }: S.Estimate) => high - low

describe("the interval of a calibration error", () => {
  it("holds 0 for a perfectly calibrated model, and the error of an overconfident one", () => {
    assert.isAtLeast(holding(50, 200, 1, 0), 47)
    // Measured on 400,000 rows.
    assert.isAtLeast(holding(50, 400, 2, 0.106), 45)
    assert.strictEqual(holding(10, 1_000, 2, 0), 0)
  })

  it("does not narrow when each row is there four times, in a group of its own", () => {
    const once = drawForecasts(1, 200, 2)
    const often = once.flatMap((row) => [row, row, row, row])
    const groups = often.map((_row, index) => index >> 2)
    const ofGroups = width(S.calibrationEstimate(often, 10, groups))
    assert.isAtLeast(ofGroups, 0.7 * width(S.calibrationEstimate(once, 10, undefined)))
    assert.isBelow(width(S.calibrationEstimate(often, 10, undefined)), 0.7 * ofGroups)
  })
})

describe("figures of a class", () => {
  const rows: ReadonlyArray<S.LabelledRow> = [
    { p: [0.7, 0.2, 0.1], answer: 0, label: 0 },
    { p: [0.6, 0.3, 0.1], answer: 0, label: 1 },
    { p: [0.1, 0.8, 0.1], answer: 1, label: 1 }
  ]
  const [first, second, third] = S.evaluateQuestion("choice", ["a", "b", "c"], rows).byClass

  it("are recall, precision and the losses of its probability", () => {
    assert.deepEqual([first?.name, first?.labelled, second?.labelled], ["a", 1, 2])
    assert.deepEqual([first?.recall?.value, first?.precision?.value], [1, 0.5])
    assert.deepEqual([second?.recall?.value, second?.precision?.value], [0.5, 1])
    assert.closeTo(first?.brier.value ?? 0, (0.3 ** 2 + 0.6 ** 2 + 0.1 ** 2) / 3, 1e-12)
    assert.closeTo(second?.logLoss.value ?? 0, -(2 * Math.log(0.8) + Math.log(0.3)) / 3, 1e-12)
    // No row has the third class, and no answer names it.
    assert.deepEqual([third?.labelled, third?.recall, third?.precision], [0, undefined, undefined])
  })
})
