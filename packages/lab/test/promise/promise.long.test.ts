// What policies promise, on engines whose true error rates are known. Seeded, so it passes always or never.
// `npm run lab -- promise` has more rows and draws.
import { assert, it } from "vitest"
import { engines, simulateIntervals, simulatePromise } from "../../src/promise/simulate.ts"

it.each(Object.keys(engines))(
  "%s: the promise of a policy is broken in at most 5 percent of draws",
  (name) => {
    const { broken, certified } = simulatePromise(name, 200, 60, 3)
    assert.isAtMost(broken, 0.05)
    // An adversarial engine gets a threshold by luck alone; the others mostly do.
    if (name === "calibrated") assert.isAbove(certified, 0.5)
  }
)

it.each([1, 4])(
  "95 percent intervals hold the truth in 92 to 98 percent of 200 draws: groups of %s",
  (group) => {
    for (const share of Object.values(simulateIntervals(200, 200, group, 5))) {
      assert.isAtLeast(share, 0.92)
      assert.isAtMost(share, 0.98)
    }
  }
)
