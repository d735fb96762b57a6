// Hostile levels of a score are read to their end: in time that grew with the square, this would take hours.
import { assert } from "vitest"
import { answers, score } from "../support/decisions.ts"
import { test } from "../support/engines.ts"

test("255 levels of 2,000 ranges each are read", function* () {
  const levels = Array.from({ length: 255 }, (_, i) => `${i} - 1 to `.repeat(2_000))
  const [p = []] = yield* answers("1 to 2 to 3 - 4 ".repeat(10_000), [score("1 to 2?", levels)])
  assert.isTrue(p.every((share) => Number.isFinite(share)))
})
