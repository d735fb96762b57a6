// Worked examples with exact figures, each within its tolerance.
import { assert, describe, it } from "@effect/vitest"
import { agreement } from "./examples/agreement.ts"
import { calibration } from "./examples/calibration.ts"
import { average, bootstrapped, type Input, quantile } from "./examples/support.ts"
import { scores } from "./examples/scores.ts"
import { thresholds } from "./examples/thresholds.ts"
import examples from "./fixtures/examples.json" with { type: "json" }

const computed = { ...scores, ...thresholds, ...calibration, ...agreement }

/** Their figures are of all resamples; ours is a seeded sample of 20,000, so within 0.01. */
const sampled: { readonly [name: string]: (input: Input) => unknown } = {
  "paired-bootstrap-enumerated": ({ difference_per_row: differences }) => {
    const means = bootstrapped(differences.map((value: number) => [value]))
    const middle = average(means)
    return {
      mean: middle,
      sd_of_means: Math.sqrt(average(means.map((value) => (value - middle) ** 2))),
      "p2.5": quantile(means, 0.025),
      "p97.5": quantile(means, 0.975),
      share_at_most_0: means.filter((value) => value <= 1e-12).length / means.length
    }
  },
  "cluster-bootstrap-enumerated": ({ scores_by_cluster: clusters }) => {
    const means = bootstrapped(Object.values(clusters))
    return { mean_of_means: average(means), "p2.5": quantile(means, 0.025), "p97.5": quantile(means, 0.975) }
  }
}

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

describe("worked examples", () => {
  it.each(examples.map((example) => [example.name, example] as const))("%s", (name, example) => {
    const exact = computed[name]
    const compute = exact ?? sampled[name] ?? assert.fail("not computed")
    compare(compute(example.input), example.expected, exact === undefined ? 0.01 : example.tolerance, name)
  })

  it("there are 62, and each is computed", () => {
    assert.strictEqual(examples.length, 62)
    assert.sameMembers(
      [...Object.keys(computed), ...Object.keys(sampled)],
      examples.map(({ name }) => name)
    )
  })
})
