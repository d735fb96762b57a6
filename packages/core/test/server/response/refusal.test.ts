// Which answer a failure of a request gets.
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { unavailable } from "../../../src/server/Rejection.ts"
import { makeRefusal } from "../../../src/server/response/refusal.ts"

const refuse = makeRefusal({ phase: () => "serving" } as Parameters<typeof makeRefusal>[0])

const statusOf = (cause: Cause.Cause<typeof unavailable>) =>
  refuse(unavailable, cause, Effect.succeed(false)).pipe(Effect.map((response) => response?.status))

const failure = Cause.fail(unavailable)

describe("a request that fails", () => {
  it.effect("is answered by its failure, also where something of it was interrupted", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* statusOf(failure), 503)
      assert.strictEqual(yield* statusOf(Cause.combine(failure, Cause.interrupt())), 503)
      assert.strictEqual(yield* statusOf(Cause.combine(Cause.interrupt(), failure)), 503)
    })
  )

  it.effect("is a 500 where it is a defect, before anything else", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* statusOf(Cause.die("broken")), 500)
      assert.strictEqual(yield* statusOf(Cause.combine(Cause.interrupt(), Cause.die("broken"))), 500)
      assert.strictEqual(yield* statusOf(Cause.combine(Cause.die("broken"), failure)), 500)
    })
  )
})
