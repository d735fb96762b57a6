// The quotas of API keys: active keys per group, and keys created per minute.
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"
import { layerApiKeys } from "../../src/index.ts"
import {
  counted,
  newStore,
  postgresUrl,
  query,
  rewriteKeys,
  storeTest,
  tagOf,
  test,
  testOver,
  twoNodes
} from "../stores.ts"
import { as, generate, maker, revoke } from "./apiKeysCalls.ts"

/** Lets keys be older: on PostgreSQL by their rows, as its clock cannot be set. */
const later = (milliseconds: number) =>
  postgresUrl === undefined
    ? TestClock.adjust(milliseconds)
    : rewriteKeys(query`UPDATE api_key SET created_at = created_at - ${milliseconds} WHERE created_at > 0`)

describe("key quotas", () => {
  storeTest(
    "allow 100 active keys per group; one more is a RateLimitError until a key is revoked",
    function* () {
      const made = yield* Effect.forEach(Array.from({ length: 100 }), () => generate())
      assert.strictEqual(yield* tagOf(generate()), "RateLimitError")
      assert.strictEqual(yield* counted("audit_event"), 100)
      yield* maker("m", "other")
      yield* generate().pipe(as("m", "other"))
      yield* revoke(made[0]?.auth_token ?? "")
      yield* generate()
      assert.strictEqual(yield* tagOf(generate()), "RateLimitError")
    }
  )

  // PostgreSQL counts by its own clock.
  storeTest.skipIf(postgresUrl !== undefined)(
    "allow the keys of a group 10 new keys in any minute, however many keys it has",
    function* () {
      yield* Effect.forEach(["a", "b"], (id) => maker(id))
      for (let index = 0; index < 10; index++) {
        yield* generate().pipe(as("a"))
        yield* TestClock.adjust(1000)
      }
      // The first was created 10 s ago.
      const error = yield* Effect.flip(generate().pipe(as("b")))
      assert.deepInclude(error, { _tag: "RateLimitError", retryAfter: 50_000 })
      yield* maker("c", "other")
      yield* generate().pipe(as("c", "other"))
      yield* TestClock.adjust(49_999)
      assert.strictEqual(yield* tagOf(generate().pipe(as("a"))), "RateLimitError")
      yield* TestClock.adjust(1)
      yield* generate().pipe(as("a"))
    }
  )

  testOver(Layer.provideMerge(layerApiKeys({ activeKeys: 2, creationsPerMinute: 1 }), newStore))(
    "can both be set",
    function* () {
      yield* Effect.forEach(["a", "b", "c"], (id) => maker(id))
      yield* generate().pipe(as("a"))
      assert.match((yield* Effect.flip(generate().pipe(as("a")))).message, /at most 1 keys per minute\.$/)
      yield* later(60_001)
      yield* generate().pipe(as("b"))
      assert.match((yield* Effect.flip(generate().pipe(as("c")))).message, /its limit of 2 active keys/)
    }
  )

  test("hold across two processes on one store", function* () {
    const both = yield* twoNodes
    yield* Effect.provide(maker("a"), both[0])
    const calls = [...both, ...both, ...both, ...both, ...both, ...both].map((node) =>
      Effect.result(generate().pipe(as("a"), Effect.provide(node)))
    )
    const results = yield* Effect.all(calls, { concurrency: "unbounded" })
    assert.lengthOf(results.filter(Result.isSuccess), 10)
    assert.strictEqual(yield* Effect.provide(counted("api_key"), both[0]), 11)
  })
})
