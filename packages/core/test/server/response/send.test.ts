// Which answer a failure of a request gets.
import { assert, describe } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { unavailable } from "../../../src/server/ServerResponse.ts"
import { makeRefusal } from "../../../src/server/response/send.ts"
import { test } from "../../fixtures/effects.ts"

const refuse = makeRefusal({ phase: () => "serving" } as Parameters<typeof makeRefusal>[0])

const statusOf = (cause: Cause.Cause<typeof unavailable>) =>
  refuse(unavailable, cause, Effect.succeed(false)).pipe(Effect.map((response) => response?.status))

const failure = Cause.fail(unavailable)
const defect = Cause.die("broken")
const interruption = Cause.interrupt()

describe("a request that fails", () => {
  test.each<readonly [string, number, ReadonlyArray<Cause.Cause<typeof unavailable>>]>([
    [
      "its failure, also where it was interrupted",
      503,
      [failure, Cause.combine(failure, interruption), Cause.combine(interruption, failure)]
    ],
    [
      "500 for a defect, before all else",
      500,
      [defect, Cause.combine(interruption, defect), Cause.combine(defect, failure)]
    ]
  ])("is answered by %s", function* ([, status, causes]) {
    for (const cause of causes) assert.strictEqual(yield* statusOf(cause), status)
  })
})
