// The random scenarios in full: they reach every outcome they are meant to reach.
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { meetRandom } from "./meet.ts"

it.effect(
  "in 10,000 random scenarios no call sends over 3 requests, too early, too late or for nothing",
  () =>
    Effect.gen(function* () {
      const outcomes = yield* meetRandom(10_000)
      for (const [outcome, times] of outcomes) assert.isAbove(times, 20, outcome)
      assert.isAtLeast(outcomes.size, 20, [...outcomes.keys()].join())
      assert.isAbove(outcomes.get("ok") ?? 0, 500)
      assert.isAbove(outcomes.get("stream ok") ?? 0, 500)
    })
)
