// Worked examples of calibration maps.
import { assert } from "@effect/vitest"
import * as S from "../../src/index.ts"
import {
  cellsOf,
  forecasts,
  counted,
  countedCells,
  lossOf,
  binaryLoss,
  temperatureOf,
  type Input
} from "./support.ts"

const isotonic = (cells: ReadonlyArray<S.Cell>) => {
  const points = S.fitIsotonic(cells)
  return { x: points.map(({ x }) => x), fitted: points.map(({ fitted }) => fitted) }
}

export const calibration: { readonly [name: string]: (input: Input) => unknown } = {
  "temperature-two-classes": (input) => {
    const rows = countedCells(input)
    const temperature = temperatureOf(rows)
    return {
      temperature,
      log_loss_before: lossOf(rows, (p) => p),
      log_loss_after: lossOf(rows, (p) => S.applyTemperature(p, temperature)),
      "p_0.95_becomes": S.applyTemperature([0.05, 0.95], temperature)[1]
    }
  },
  "temperature-three-classes": (input) => {
    const rows = counted(input)
    const temperature = temperatureOf(rows)
    return {
      temperature,
      log_loss_before: lossOf(rows, (p) => p),
      log_loss_after: lossOf(rows, (p) => S.applyTemperature(p, temperature)),
      "row_0.7_0.2_0.1_becomes": S.applyTemperature([0.7, 0.2, 0.1], temperature)
    }
  },
  "temperature-separable": (input) => {
    const rows = forecasts(input).map(([p, y]) => ({ p: [1 - p, p], counts: [1 - y, y] }))
    assert.deepStrictEqual(S.fitTemperature(rows), { refused: "at the bound" })
    const after = (temperature: number) => lossOf(rows, (p) => S.applyTemperature(p, temperature))
    return { log_loss_T1: after(1), "log_loss_T0.5": after(0.5), "log_loss_T0.1": after(0.1) }
  },
  "vector-scaling-three-classes": (input) => {
    const rows = counted(input)
    const scaling = S.fitVectorScaling(rows)
    return {
      ...scaling,
      log_loss_after: lossOf(rows, (p) => S.applyVectorScaling(p, scaling)),
      "row_0.7_0.2_0.1_becomes": S.applyVectorScaling([0.7, 0.2, 0.1], scaling)
    }
  },
  "class-prior-correction": ({ p, prior_fitted: fitted, prior_now: now }) => S.correctPrior(p, fitted, now),
  "isotonic-ties": ({ x, y }) => isotonic(x.map((p: number, i: number) => ({ p, n: 1, yes: y[i] }))),
  "isotonic-weights": (input) => isotonic(cellsOf(input)),
  "isotonic-pools-all": ({ x, y }) => isotonic(x.map((p: number, i: number) => ({ p, n: 1, yes: y[i] }))),
  "platt-on-logits": (input) => {
    const cells = cellsOf(input)
    const plain = S.fitPlatt(cells)
    return {
      plain: { ...plain, log_loss: binaryLoss(cells, (p) => S.applyPlatt(p, plain)) },
      smoothed_targets: S.fitPlatt(cells, { smoothed: true })
    }
  },
  "beta-calibration": (input) => {
    const cells = cellsOf(input)
    const { a, b, c } = S.fitBeta(cells)
    const map = (p: number) => 1 / (1 + Math.exp(-(a * Math.log(p) - b * Math.log(1 - p) + c)))
    return { a, b, c, log_loss: binaryLoss(cells, map) }
  }
}
