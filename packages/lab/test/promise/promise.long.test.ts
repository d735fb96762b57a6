// What policies promise, on engines whose true error rates are known. Seeded, so it passes always or never.
// `npm run lab -- promise` has more rows and draws.
import { assert, it } from "vitest"
import { checkPromises } from "../../src/promise/command.ts"

it("of 200 draws at most 5 percent break the promise of a policy, and 93 to 97 percent of intervals hold the truth", () =>
  assert.deepStrictEqual(
    checkPromises(200, 200, 5).filter(({ holds }) => !holds),
    []
  ))
