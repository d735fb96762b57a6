import { assert, it } from "@effect/vitest"
import { durationText } from "../../src/scheduling/durationText.ts"

it("a duration under a second is given in milliseconds, any other in seconds", () => {
  assert.deepEqual([3, 999, 1_000, 1_500, 60_000].map(durationText), [
    "3 ms",
    "999 ms",
    "1 s",
    "1.5 s",
    "60 s"
  ])
})
