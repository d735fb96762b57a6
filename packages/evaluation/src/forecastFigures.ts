// The figures of forecasts: how good the probability of one class is, or that of "the answer is right".
import {
  calibrationError,
  calibrationEstimate,
  equalMassBins,
  type Forecast,
  perfectCalibrationError,
  toCell
} from "./calibrationError.ts"
import { type Estimate, meanEstimate, shareEstimate } from "./intervals.ts"
import {
  binaryBrierOf,
  brierParts,
  type BrierParts,
  type Cell,
  logLossOf,
  type Probabilities
} from "./losses.ts"

/** Bins of calibration figures. */
const bins = 10

/** One answer with its label. The classes of a noul question are no and yes, in this order. */
export interface LabelledRow {
  /** Probability of each class. */
  readonly p: Probabilities
  /** The class that the answer names. */
  readonly answer: number
  /** The true class. */
  readonly label: number
  /** Rows of one group belong together; undefined: every row by itself. */
  readonly group?: string | undefined
  /** What it counts among all rows: one over the chance that such a row is among them. Default 1. */
  readonly weight?: number
}

/** Whether the answer is the label. */
export const isRight = ({ answer, label }: LabelledRow): boolean => answer === label

/** The groups of rows; undefined: a row has none. */
export const groupsOf = (rows: ReadonlyArray<LabelledRow>): ReadonlyArray<string> | undefined =>
  rows.every(({ group }) => group !== undefined) ? rows.map(({ group }) => group ?? "") : undefined

/** The weights of rows; undefined: no row has one. */
export const weightsOf = (rows: ReadonlyArray<LabelledRow>): ReadonlyArray<number> | undefined =>
  rows.every(({ weight }) => weight === undefined) ? undefined : rows.map(({ weight = 1 }) => weight)

/** How far probabilities are from shares. */
export interface CalibrationFigures {
  /** The mean distance of probability and share, in bins. */
  readonly error: number
  /** What a perfectly calibrated model of this size would show in its place. */
  readonly ofPerfectModel: number
  /** The root of the squared error without the bias of finite bins: 0 where nothing speaks against the model. */
  readonly debiased: Estimate
  readonly bins: ReadonlyArray<Cell>
}

/** A probability of each row and whether it came true, as forecasts. */
const forecastsOf = (
  rows: ReadonlyArray<LabelledRow>,
  forecastOf: (row: LabelledRow) => readonly [p: number, y: number]
): ReadonlyArray<Forecast> =>
  rows.map((row) => {
    const [p, y] = forecastOf(row)
    return row.weight === undefined ? [p, y] : [p, y, row.weight]
  })

/** Calibration of one probability a row, and the parts of its Brier score, of rows without weights only. */
export const forecastFigures = (
  rows: ReadonlyArray<LabelledRow>,
  forecastOf: (row: LabelledRow) => readonly [p: number, y: number],
  confidence: number
): { readonly calibration: CalibrationFigures; readonly brierParts: BrierParts | undefined } => {
  const forecasts = forecastsOf(rows, forecastOf)
  const inBins = equalMassBins(forecasts, bins)
  const cells = inBins.map(toCell)
  return {
    calibration: {
      error: calibrationError(cells),
      ofPerfectModel: perfectCalibrationError(cells),
      debiased: calibrationEstimate(forecasts, bins, groupsOf(rows), confidence),
      bins: cells
    },
    brierParts: weightsOf(rows) === undefined ? brierParts(inBins) : undefined
  }
}

/** The figures of one class: of the question whether a row is of this class. */
export interface ClassFigures {
  readonly name: string
  /** Rows with this label. */
  readonly labelled: number
  /** The share of the rows with this label that are answered so; undefined: there is none. */
  readonly recall: Estimate | undefined
  /** The share of the rows that are answered so that have this label; undefined: there is none. */
  readonly precision: Estimate | undefined
  /** Of its probability: 0 to 1. */
  readonly brier: Estimate
  readonly brierParts: BrierParts | undefined
  readonly logLoss: Estimate
  readonly calibration: CalibrationFigures
}

/** The figures of the class with this place among all. */
export const classFigures = (
  name: string,
  place: number,
  rows: ReadonlyArray<LabelledRow>,
  confidence: number
): ClassFigures => {
  const forecastOf = ({ label, p }: LabelledRow) => [p[place] ?? 0, Number(label === place)] as const
  const share = (some: ReadonlyArray<LabelledRow>) =>
    some.length === 0
      ? undefined
      : shareEstimate(some.map(isRight), groupsOf(some), confidence, weightsOf(some))
  const mean = (lossOf: (p: number, y: number) => number) =>
    meanEstimate(
      rows.map((row) => lossOf(...forecastOf(row))),
      groupsOf(rows),
      confidence,
      weightsOf(rows)
    )
  const labelled = rows.filter(({ label }) => label === place)
  return {
    name,
    labelled: labelled.length,
    recall: share(labelled),
    precision: share(rows.filter(({ answer }) => answer === place)),
    brier: mean(binaryBrierOf),
    logLoss: mean((p, y) => logLossOf(y === 1 ? p : 1 - p)),
    ...forecastFigures(rows, forecastOf, confidence)
  }
}
