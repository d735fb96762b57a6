// Which keys are verified, and which are refused before.
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { ApiKeyVerifier, invalidKey } from "../../src/server/ApiKeyVerifier.ts"
import { makeAuthenticate } from "../../src/server/Authentication.ts"
import { RequestContext } from "../../src/server/RequestContext.ts"
import { layer, ServerSettings } from "../../src/server/ServerSettings.ts"
import { makeExchange } from "./exchanges.ts"

/** What each of these keys of one address gets, and how many keys were verified. */
const ask = Effect.fnUntraced(
  function* (keys: ReadonlyArray<string | undefined>) {
    let verified = 0
    const authenticate = yield* makeAuthenticate.pipe(
      Effect.provideService(ApiKeyVerifier, {
        verify: (key) => {
          verified++
          return Redacted.value(key) === "right"
            ? Effect.succeed({ group: "a", key: "a" })
            : Effect.fail(invalidKey)
        }
      })
    )
    const services = yield* Effect.context()
    const settings = Context.get(services, ServerSettings)
    const answers: Array<string> = []
    for (const key of keys) {
      const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
      const { exchange } = makeExchange("GET", "/v1/skills", { headers })
      const startedAt = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
      const context = new RequestContext(exchange, settings, {
        services,
        method: "GET",
        route: "/v1/skills",
        startedAt,
        bytesIn: 0,
        whenEnding: () => () => undefined
      })
      const result = yield* Effect.result(authenticate(context))
      answers.push(result._tag === "Success" ? "accepted" : result.failure._tag)
    }
    return { answers, verified }
  },
  Effect.provide(layer({ refusedKeysPerSecond: 2 }))
)

it.effect("a key that was accepted is verified again at each request", () =>
  Effect.gen(function* () {
    const { answers, verified } = yield* ask(["right", "right", "Right", "right"])
    assert.deepStrictEqual(answers, ["accepted", "accepted", "AuthenticationError", "accepted"])
    assert.strictEqual(verified, 4)
  })
)

const [no, tooMany] = ["AuthenticationError", "RateLimitError"]

describe("an address with too many refused keys in a second", () => {
  it.effect("is refused before its key is verified", () =>
    Effect.gen(function* () {
      const { answers, verified } = yield* ask(["wrong", undefined, "wrong", "right", undefined])
      assert.deepStrictEqual(answers, [no, no, tooMany, tooMany, tooMany])
      assert.strictEqual(verified, 1)
    })
  )

  it.effect("has its keys verified when one of them was accepted in the last minute", () =>
    Effect.gen(function* () {
      const { answers, verified } = yield* ask(["right", "wrong", "wrong", "wrong", "right"])
      assert.deepStrictEqual(answers, ["accepted", no, no, tooMany, "accepted"])
      assert.strictEqual(verified, 5)
    })
  )
})
