// How a policy calibrates the probability of an answer: by the method that its labelled rows are enough for.
import {
  applyIsotonic,
  applyTemperature,
  applyVectorScaling,
  fitIsotonic,
  fitTemperature,
  fitVectorScaling,
  type IsotonicPoint,
  rowsNeeded,
  temperatureBounds,
  type VectorScaling
} from "./calibration.ts"
import { isRight, type LabelledRow } from "./forecastFigures.ts"
import { logLossClip, type Probabilities } from "./losses.ts"

/** How stated probabilities become calibrated ones. */
export type Calibration =
  | { readonly method: "temperature"; readonly temperature: number }
  | { readonly method: "isotonic"; readonly points: ReadonlyArray<IsotonicPoint> }
  | ({ readonly method: "vector-scaling" } & VectorScaling)

/** A temperature needs this many rows. */
const rowsForTemperature = 50

/** Isotonic regression is of "yes" where there are two classes, else of "the answer is right". */
const isotonicOf = (p: Probabilities, answer: number): number => (p.length === 2 ? p[1] : p[answer]) ?? 0

/** Steps are flat: their ends say all. */
const endsOfSteps = (points: ReadonlyArray<IsotonicPoint>): Array<IsotonicPoint> =>
  points.filter(
    ({ fitted }, index) => fitted !== points[index - 1]?.fitted || fitted !== points[index + 1]?.fitted
  )

const isWithinBounds = ({ w }: VectorScaling): boolean =>
  w.every((one) => one >= 1 / temperatureBounds.max && one <= 1 / temperatureBounds.min)

/** Fits the calibration of a question; null: too few rows, or rows that no finite fit suits. */
export const fitCalibration = (classes: number, rows: ReadonlyArray<LabelledRow>): Calibration | null => {
  const places = Array.from({ length: classes }, (_class, place) => place)
  const counted = rows.map(({ label, p }) => ({ p, counts: places.map((place) => Number(place === label)) }))
  const perClass = places.map((place) => rows.filter(({ label }) => label === place).length)
  if (classes > 2 && Math.min(...perClass) >= rowsNeeded.vectorScalingPerClass) {
    const scaling = fitVectorScaling(counted)
    if (isWithinBounds(scaling)) return { method: "vector-scaling", ...scaling }
  }
  if (rows.length >= rowsNeeded.isotonic) {
    const cells = rows.map((row) => ({
      p: isotonicOf(row.p, row.answer),
      n: 1,
      yes: classes === 2 ? row.label : Number(isRight(row))
    }))
    return { method: "isotonic", points: endsOfSteps(fitIsotonic(cells)) }
  }
  const temperature = rows.length < rowsForTemperature ? undefined : fitTemperature(counted).temperature
  return temperature === undefined ? null : { method: "temperature", temperature }
}

const applyTo = (calibration: Calibration, p: Probabilities, answer: number): number => {
  switch (calibration.method) {
    case "temperature":
      return applyTemperature(p, calibration.temperature)[answer] ?? 0
    case "vector-scaling":
      return applyVectorScaling(p, calibration)[answer] ?? 0
    case "isotonic": {
      const fitted = applyIsotonic(isotonicOf(p, answer), calibration.points)
      return p.length === 2 && answer === 0 ? 1 - fitted : fitted
    }
  }
}

/** The calibrated probability of an answer. No finite sample shows that an answer is never or always right. */
export const applyCalibration = (calibration: Calibration, p: Probabilities, answer: number): number =>
  Math.min(1 - logLossClip, Math.max(logLossClip, applyTo(calibration, p, answer)))
