// Worked examples of calibration maps.
import { assert, it } from "@effect/vitest"
import * as S from "../../src/index.ts"
import { example, fiveCells, within } from "./support.ts"

const lossOf = (rows: ReadonlyArray<S.Counted>, map: (p: S.Probabilities) => S.Probabilities) => {
  let [loss, n] = [0, 0]
  for (const { counts, p } of rows) {
    const mapped = map(p)
    counts.forEach((count, k) => {
      loss += count * S.logLossOf(mapped[k] ?? 0, 1e-12)
      n += count
    })
  }
  return loss / n
}

const countedCells = fiveCells.map(({ n, p, yes }) => ({ p: [1 - p, p], counts: [n - yes, yes] }))

const binaryLoss = (map: (p: number) => number) => lossOf(countedCells, ([, p = 0]) => [1 - map(p), map(p)])

/** Forecasts of three classes, with how often each class came. */
const threeClasses = [
  { p: [0.7, 0.2, 0.1], counts: [6, 3, 1] },
  { p: [0.2, 0.6, 0.2], counts: [2, 5, 3] },
  { p: [0.1, 0.3, 0.6], counts: [1, 4, 5] },
  { p: [0.4, 0.35, 0.25], counts: [3, 4, 3] }
]

within(1e-8)(
  "temperature-two-classes",
  { temperature: 1.850298865771, after: 0.596145449172, becomes: [1 - 0.830803361658, 0.830803361658] },
  () => {
    const temperature = S.fitTemperature(countedCells).temperature ?? assert.fail("no temperature")
    return {
      temperature,
      after: lossOf(countedCells, (p) => S.applyTemperature(p, temperature)),
      becomes: S.applyTemperature([0.05, 0.95], temperature)
    }
  }
)

const separable = [0.9, 0.8, 0.3, 0.2].map((p) => ({ p: [1 - p, p], counts: p > 0.5 ? [0, 1] : [1, 0] }))

it("temperature-separable has no fit", () =>
  assert.deepStrictEqual(S.fitTemperature(separable), { refused: "at the bound" }))

// Identified by b_3 = 0.
within(1e-6)(
  "vector-scaling-three-classes",
  {
    w: [1.077750491987, 0.141319368876, 0.697812908538],
    b: [0.283142903677, -0.465276161816, 0],
    after: 0.993134530664,
    becomes: [0.563245670459, 0.31176779794, 0.124986531601]
  },
  () => {
    const scaling = S.fitVectorScaling(threeClasses)
    const after = lossOf(threeClasses, (p) => S.applyVectorScaling(p, scaling))
    return { ...scaling, after, becomes: S.applyVectorScaling([0.7, 0.2, 0.1], scaling) }
  }
)

example("class-prior-correction", [0.383561643836, 0.27397260274, 0.342465753425], () =>
  S.correctPrior([0.7, 0.2, 0.1], [0.5, 0.3, 0.2], [0.2, 0.3, 0.5])
)

const single = (x: ReadonlyArray<number>, y: ReadonlyArray<number>) =>
  x.map((p, i) => ({ p, n: 1, yes: y[i] ?? 0 }))

const points = (x: ReadonlyArray<number>, fitted: ReadonlyArray<number>) =>
  x.map((at, i) => ({ x: at, fitted: fitted[i] }))

example(
  "isotonic-ties",
  points([0.1, 0.2, 0.3, 0.4, 0.5, 0.6], [0, 0.333333333333, 0.333333333333, 0.5, 1, 1]),
  () => S.fitIsotonic(single([0.1, 0.2, 0.2, 0.3, 0.4, 0.4, 0.5, 0.6], [0, 1, 0, 0, 1, 0, 1, 1]))
)

example("isotonic-weights", points([0.1, 0.3, 0.6, 0.8, 0.95], [0.2, 0.4, 0.55, 0.7, 0.8]), () =>
  S.fitIsotonic(fiveCells)
)

within(1e-7)("platt-on-logits", { a: 0.543491015136, b: -0.035496399562, loss: 0.596019294001 }, () => {
  const plain = S.fitPlatt(fiveCells)
  return { ...plain, loss: binaryLoss((p) => S.applyPlatt(p, plain)) }
})

within(1e-7)("platt-on-logits, smoothed", { a: 0.51676149614, b: -0.029293181714 }, () =>
  S.fitPlatt(fiveCells, { smoothed: true })
)

within(1e-6)(
  "beta-calibration",
  { a: 0.758736192753, b: 0.372730948225, c: 0.333939010403, loss: 0.594950275397 },
  () => {
    const { a, b, c } = S.fitBeta(fiveCells)
    const map = (p: number) => 1 / (1 + Math.exp(-(a * Math.log(p) - b * Math.log(1 - p) + c)))
    return { a, b, c, loss: binaryLoss(map) }
  }
)
