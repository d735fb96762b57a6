// Which keys are verified, and which are refused before.
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { ApiKeyVerifier, invalidKey } from "../../src/server/ApiKeyVerifier.ts"
import { makeAuthenticate } from "../../src/server/Authentication.ts"
import { layer, ServerSettings } from "../../src/server/ServerSettings.ts"
import { makeContext, makeExchange } from "./exchanges.ts"
import { testOver } from "../fixtures/effects.ts"

const test = testOver(layer({ refusedKeysPerSecond: 2 }))

const twoMinutes = "2 minutes"
const [no, tooMany] = ["AuthenticationError", "RateLimitError"]

// From one address, in order.
test.each([
  [
    "refused as the address had too many refused keys in a second is not verified",
    ["wrong", undefined, "wrong", "right", undefined],
    [no, no, tooMany, tooMany, tooMany],
    1
  ],
  [
    "accepted there in the last minute is verified all the same",
    ["right", "wrong", "wrong", "wrong", "right"],
    ["accepted", no, no, tooMany, "accepted"],
    5
  ],
  [
    "accepted there two minutes ago is not",
    ["right", twoMinutes, "wrong", "wrong", "right"],
    ["accepted", no, no, tooMany],
    3
  ]
] as const)("a key that was %s", function* ([, keys, wanted, verified]) {
  let count = 0
  const authenticate = yield* makeAuthenticate.pipe(
    Effect.provideService(ApiKeyVerifier, {
      verify: (key) => {
        count++
        return Redacted.value(key) === "right"
          ? Effect.succeed({ group: "a", key: "a" })
          : Effect.fail(invalidKey())
      }
    })
  )
  const fiberContext = yield* Effect.context()
  const settings = yield* ServerSettings
  const answers: Array<string> = []
  for (const key of keys) {
    if (key === twoMinutes) {
      yield* TestClock.adjust(key)
      continue
    }
    const exchange = makeExchange({ headers: key === undefined ? {} : { authorization: `Bearer ${key}` } })
    const startedAt = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
    const result = yield* Effect.result(
      authenticate(makeContext(exchange, { fiberContext, startedAt }, settings))
    )
    answers.push(result._tag === "Success" ? "accepted" : result.failure._tag)
  }
  assert.deepStrictEqual<unknown>(answers, wanted)
  assert.strictEqual(count, verified)
})
