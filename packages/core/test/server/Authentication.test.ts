// Which keys are verified, and which are refused before.
import { assert } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { ApiKeyVerifier, invalidKey } from "../../src/server/ApiKeyVerifier.ts"
import { makeAuthenticate } from "../../src/server/Authentication.ts"
import { layer, ServerSettings } from "../../src/server/ServerSettings.ts"
import { makeContext, makeExchange } from "./exchanges.ts"
import { test } from "../fixtures/effects.ts"

const twoMinutes = "2 minutes"

/** Authenticates these keys from one address, in order, with a pause at each `twoMinutes`. Gives each result, and how many keys were verified. */
const ask = Effect.fnUntraced(
  function* (keys: ReadonlyArray<string | undefined>) {
    let verified = 0
    const authenticate = yield* makeAuthenticate.pipe(
      Effect.provideService(ApiKeyVerifier, {
        verify: (key) => {
          verified++
          return Redacted.value(key) === "right"
            ? Effect.succeed({ group: "a", key: "a" })
            : Effect.fail(invalidKey())
        }
      })
    )
    const services = yield* Effect.context()
    const settings = Context.get(services, ServerSettings)
    const answers: Array<string> = []
    for (const key of keys) {
      if (key === twoMinutes) {
        yield* TestClock.adjust(key)
        continue
      }
      const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
      const { exchange } = makeExchange("GET", "/v1/skills", { headers })
      const startedAt = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
      const context = makeContext(exchange, { fiberContext: services, startedAt }, settings)
      const result = yield* Effect.result(authenticate(context))
      answers.push(result._tag === "Success" ? "accepted" : result.failure._tag)
    }
    return { answers, verified }
  },
  Effect.provide(layer({ refusedKeysPerSecond: 2 }))
)

const [no, tooMany] = ["AuthenticationError", "RateLimitError"]

test.each([
  [
    "accepted is verified again at each request",
    ["right", "right", "Right", "right"],
    ["accepted", "accepted", no, "accepted"],
    4
  ],
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
] as const)("a key that was %s", function* ([, keys, answers, verified]) {
  assert.deepStrictEqual<unknown>(yield* ask(keys), { answers, verified })
})
