// What policies promise, on engines whose true error rates are known. Seeded, so it passes always or never.
// `npm run lab -- promise` has more rows and draws.
import { assert, describe, it } from "@effect/vitest"
import { type EngineName, engines, simulateIntervals, simulatePromise } from "../../src/promise/simulate.ts"

const names = Object.keys(engines) as Array<EngineName>

describe("the promise of a policy", () => {
  it.each(names)("%s: it is broken in at most 5 percent of draws", (name) => {
    const { broken, brokenByPointEstimate, certified, draws } = simulatePromise(name, 200, 60, 3)
    assert.isAtMost(broken / draws, 0.05)
    // A threshold chosen by the share of errors alone breaks it often.
    assert.isAbove(brokenByPointEstimate / draws, 0.2)
    // An adversarial engine gets a threshold by luck alone; the others mostly do.
    if (name === "calibrated") assert.isAbove(certified / draws, 0.5)
  })
})

describe("95 percent intervals", () => {
  it.each([false, true])("hold the truth in 92 to 98 percent of 200 draws (groups: %s)", (grouped) => {
    const { accuracy, brier, logLoss } = simulateIntervals(200, 200, grouped, 5)
    for (const share of [accuracy, brier, logLoss]) {
      assert.isAtLeast(share, 0.92)
      assert.isAtMost(share, 0.98)
    }
  })
})
