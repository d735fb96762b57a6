import { assert, describe } from "@effect/vitest"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { makeAddressLimit } from "../../../src/server/limits/AddressLimit.ts"
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
  test.each([
    ["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", true],
    ["2001:db8:1:2::1", "2001:db8:1:3::1", false],
    ["203.0.113.7", "::ffff:203.0.113.7", true],
    ["203.0.113.7", "203.0.113.8", false],
    ["::ffff:203.0.113.7", "::ffff:203.0.113.8", false]
  ] as const)("counts %s and %s as one: %s", function* ([one, other, isOne]) {
    const limit = yield* makeAddressLimit({ limit: "keyless", most: () => 1, message: "Too many." })
    yield* limit.take(yield* contextFrom(one))
    const exit = yield* Effect.exit(limit.take(yield* contextFrom(other)))
    assert.strictEqual(exit._tag, isOne ? "Failure" : "Success")
  })

  test("says that an address has used it up, and counts nothing by that", function* () {
    const limit = yield* makeAddressLimit({ limit: "keyless", most: () => 1, message: "Too many." })
    const context = yield* contextFrom("203.0.113.7")
    assert.isUndefined(limit.refusal(context))
    yield* limit.take(context)
    assert.strictEqual(limit.refusal(context)?.retryAfter, 1_000)
    assert.isUndefined(limit.refusal(yield* contextFrom("203.0.113.8")))
    yield* TestClock.adjust(1_000)
    assert.isUndefined(limit.refusal(context))
  })
})
