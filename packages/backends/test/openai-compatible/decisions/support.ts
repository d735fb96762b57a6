// Logarithms of probabilities, compared to nine decimals.
import { assert } from "vitest"

export const logs = (p: ReadonlyArray<number>) => p.map((one) => Math.log(one))

export const close = (actual: ReadonlyArray<number>, wanted: ReadonlyArray<number>) => {
  assert.strictEqual(actual.length, wanted.length)
  for (const [index, value] of actual.entries()) assert.closeTo(value, wanted[index] ?? NaN, 1e-9)
}
