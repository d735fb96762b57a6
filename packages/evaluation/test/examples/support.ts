// Worked examples with exact figures, each within its tolerance; and what reads their inputs.
import { assert, it } from "@effect/vitest"
import * as S from "../../src/index.ts"

/** Compares every figure that is expected. */
const compare = (actual: unknown, expected: unknown, tolerance: number, path: string): void => {
  if (typeof expected === "number") {
    assert.isNumber(actual, path)
    // Figures are stated with twelve decimals.
    assert.isAtMost(
      Math.abs((actual as number) - expected),
      Math.max(tolerance, 6e-13),
      `${path}: ${String(actual)}`
    )
    return
  }
  if (expected === null) return assert.isNull(actual, path)
  for (const [name, value] of Object.entries(expected as object)) {
    compare((actual as { [name: string]: unknown })[name], value, tolerance, `${path}.${name}`)
  }
  if (Array.isArray(expected)) assert.lengthOf(actual as Array<unknown>, expected.length, path)
}

/** Declares examples whose figures are exact within a tolerance. */
export const within =
  (tolerance: number) =>
  (name: string, expected: unknown, compute: () => unknown): void =>
    it(name, () => compare(compute(), expected, tolerance, name))

export const example = within(1e-12)

export const average = (values: ReadonlyArray<number>) =>
  values.reduce((sum, value) => sum + value, 0) / values.length

export const forecasts = (p: ReadonlyArray<number>, y: ReadonlyArray<0 | 1>) =>
  p.map((value, i): S.Forecast => [value, y[i] ?? 0])

/** Ten forecasts of yes or no. */
export const tenForecasts = forecasts(
  [0.95, 0.9, 0.8, 0.8, 0.7, 0.6, 0.4, 0.3, 0.2, 0.05],
  [1, 1, 1, 0, 1, 0, 1, 0, 0, 0]
)

/** Six forecasts of three classes. */
export const sixForecasts = {
  p: [
    [0.7, 0.2, 0.1],
    [0.5, 0.3, 0.2],
    [0.2, 0.6, 0.2],
    [0.1, 0.1, 0.8],
    [0.4, 0.4, 0.2],
    [0.3, 0.3, 0.4]
  ],
  y: [0, 1, 1, 2, 1, 0]
}

/** The average over the six forecasts. */
export const ofSix = (score: (p: S.Probabilities, y: number) => number) =>
  average(sixForecasts.p.map((row, i) => score(row, sixForecasts.y[i] ?? 0)))

/** Forecasts of five probabilities, with how often each came and came true. */
export const fiveCells = [0.95, 0.8, 0.6, 0.3, 0.1].map((p, i) => ({
  p,
  n: 20,
  yes: [16, 14, 11, 8, 4][i] ?? 0
}))

/** Levels of sureness from the surest down, in an order that is fixed before looking at labels. */
export const levels = (
  ...rows: ReadonlyArray<readonly [p: number, rows: number, errors: number]>
): Array<S.Level> => rows.map(([p, all, errors]) => ({ p, rows: all, errors }))

export const eightLevels = levels(
  [1, 120, 0],
  [0.99, 40, 1],
  [0.95, 40, 2],
  [0.9, 50, 3],
  [0.85, 30, 4],
  [0.8, 80, 1],
  [0.7, 40, 8],
  [0.6, 30, 12]
)

/** The average of what a bootstrap gives, as the exact figures of all resamples are stated. */
export const bootstrapped = (groups: ReadonlyArray<ReadonlyArray<number>>) =>
  S.bootstrapMeans(groups, { resamples: 20_000, random: S.seededRandom(1) })

export const quantile = (sorted: ReadonlyArray<number>, share: number) =>
  sorted[Math.floor(share * sorted.length)] ?? 0
