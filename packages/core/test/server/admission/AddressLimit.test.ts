import { assert, describe } from "@effect/vitest"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { makeAddressLimit } from "../../../src/server/admission/AddressLimit.ts"
import { makeContext, makeExchange } from "../exchanges.ts"
import { test } from "../../fixtures/effects.ts"

const contextFrom = (remoteAddress: string) =>
  Effect.contextWith((services: Context.Context<never>) =>
    Effect.succeed(
      makeContext(
        { ...makeExchange("GET", "/v1/models").exchange, remoteAddress },
        { fiberContext: services }
      )
    )
  )

describe("a limit of addresses", () => {
  test("says that an address has used it up, and counts nothing by that", function* () {
    const limit = yield* makeAddressLimit({ limit: "keyless", most: () => 1, message: "Too many." })
    const context = yield* contextFrom("203.0.113.7")
    assert.isUndefined(limit.refusal(context))
    yield* limit.take(context)
    assert.strictEqual(limit.refusal(context)?.retryAfter, 1_000)
    const same = yield* contextFrom("::ffff:203.0.113.7")
    assert.strictEqual((yield* Effect.flip(limit.take(same)))._tag, "RateLimitError")
    assert.isUndefined(limit.refusal(yield* contextFrom("203.0.113.8")))
    yield* TestClock.adjust(1_000)
    assert.isUndefined(limit.refusal(context))
  })
})
