// Worked examples with exact figures, each within its tolerance.
import { assert, it } from "vitest"

/** Compares every figure that is expected. */
const compare = (actual: unknown, expected: unknown, tolerance: number, path: string): void => {
  if (typeof expected === "number") {
    // Figures are stated with twelve decimals.
    assert.closeTo(actual as number, expected, Math.max(tolerance, 6e-13), path)
    return
  }
  if (expected === null) return assert.isNull(actual, path)
  for (const [name, value] of Object.entries(expected as object)) {
    compare(Reflect.get(Object(actual), name), value, tolerance, `${path}.${name}`)
  }
  if (Array.isArray(expected)) assert.lengthOf(actual as Array<unknown>, expected.length, path)
}

/** Declares examples whose figures are exact within a tolerance. */
export const within =
  (tolerance: number) =>
  (name: string, expected: unknown, compute: () => unknown): void =>
    it(name, () => compare(compute(), expected, tolerance, name))

export const example = within(1e-12)
