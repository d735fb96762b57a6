// Revoked keys on a database without a data version: how long a node still accepts them.
import { assert, describe, it } from "@effect/vitest"
import { ApiKeyVerifier } from "@leadline/core/authentication"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Redacted from "effect/Redacted"
import * as Statement from "effect/sql/Statement"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import { DataVersion } from "../../src/database/DataVersion.ts"
import * as Sqlite from "../../src/database/sqlite.ts"
import { StoreTimeout } from "../../src/database/StoreTimeout.ts"
import { layerApiKeys, layerApiKeyVerifier, layerPepperFile } from "../../src/index.ts"
import { accepts, check, directory, file, refuses, test } from "../stores.ts"
import { generateKey, revoke } from "./apiKeysCalls.ts"

/** A node without the data version of SQLite, as on any other database. */
const node = (path: string) =>
  Layer.fresh(
    Layer.mergeAll(layerApiKeyVerifier, layerApiKeys({ creationsPerMinute: 1_000_000 })).pipe(
      Layer.provideMerge([Layer.succeed(DataVersion, () => 0), Layer.succeed(StoreTimeout, 5_000)]),
      Layer.provideMerge([Sqlite.layer({ filename: file(path) }), layerPepperFile({ directory: path })])
    )
  )

/** Two nodes on one new store. */
const nodes = Effect.gen(function* () {
  const path = yield* directory
  const build = Effect.map(Layer.build(node(path)), (services) => ({
    sql: Context.get(services, SqlClient.SqlClient),
    keys: Context.get(services, ApiKeyVerifier),
    generate: Effect.provide(generateKey, services),
    revoke: (key: Redacted.Redacted) => Effect.provide(revoke(Redacted.value(key)), services),
    check: (key: Redacted.Redacted) => Effect.provide(check(key), services),
    accepts: (key: Redacted.Redacted) => Effect.provide(accepts(key), services),
    refuses: (key: Redacted.Redacted) => Effect.provide(refuses(key), services)
  }))
  return [yield* build, yield* build] as const
})

const step = fc.record({
  does: fc.constantFrom("check", "check", "check", "revoke", "wait"),
  at: fc.nat(1),
  key: fc.nat(2),
  wait: fc.nat(700)
})

describe("a revoked key", () => {
  it.effect("is never accepted after the response on its node, nor a second later on another", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 60 }), (steps) =>
          Effect.gen(function* () {
            const both = yield* nodes
            const keys = yield* Effect.replicateEffect(both[0].generate, 3)
            const revoked = new Map<number, { readonly at: number; readonly time: number }>()
            let time = 0
            for (const { at, does, key: which, wait } of steps) {
              const on = both[at] ?? assert.fail()
              const key = keys[which] ?? assert.fail()
              if (does === "wait") {
                time += wait
                yield* TestClock.adjust(wait)
              } else if (does === "revoke") {
                yield* on.revoke(key)
                if (!revoked.has(which)) revoked.set(which, { at, time })
              } else {
                const was = revoked.get(which)
                if (was === undefined) yield* on.accepts(key)
                else if (was.at === at || time - was.time >= 1000) yield* on.refuses(key)
                else yield* on.check(key)
              }
            }
          }).pipe(Effect.provide(TestClock.layer()), Effect.scoped, Effect.runPromise)
        ),
        { numRuns: 30 }
      )
    )
  )

  test("of a restored backup, which has fewer of them, is refused half a second later", function* () {
    const [one] = yield* nodes
    const [key, other] = [yield* one.generate, yield* one.generate]
    yield* one.revoke(other)
    yield* TestClock.adjust(500)
    yield* one.accepts(key)
    yield* one.sql`DELETE FROM revocation`
    yield* one.sql`UPDATE api_key SET revoked_at = 1`
    yield* TestClock.adjust(500)
    yield* one.refuses(key)
  })

  test("is refused for a request that was reading it meanwhile", function* () {
    const [one] = yield* nodes
    const key = yield* one.generate
    const clock = yield* Clock.Clock
    // The verifier reads the clock after the query: at that moment the key is revoked.
    let revoking = Effect.suspend(() => {
      const first = Effect.provideService(Effect.orDie(one.revoke(key)), Clock.Clock, clock)
      revoking = Effect.void
      return first
    })
    const value = Effect.andThen(
      Effect.suspend(() => revoking),
      clock.currentTimeMillis
    )
    const meanwhile: Clock.Clock = Object.create(clock, { currentTimeMillis: { value } })
    const error = yield* Effect.flip(Effect.provideService(one.keys.verify(key), Clock.Clock, meanwhile))
    assert.strictEqual(error._tag, "AuthenticationError")
  })
})

describe("a store that does not answer", () => {
  test("for the time that its database has is an UnavailableError", function* () {
    const [one] = yield* nodes
    const verifying = one.keys.verify(yield* one.generate)
    const silent = Effect.provideService(verifying, Statement.CurrentTransformer, () => Effect.never)
    const fiber = yield* Effect.forkChild(Effect.flip(silent))
    yield* TestClock.adjust(5_000)
    assert.strictEqual((yield* Fiber.join(fiber))._tag, "UnavailableError")
  })

  test("invalidates every cached key, and reports the lag", function* () {
    yield* Effect.gen(function* () {
      const [one] = yield* nodes
      const key = yield* one.generate
      yield* one.accepts(key)
      yield* one.sql`ALTER TABLE revocation RENAME TO elsewhere`
      yield* one.sql`ALTER TABLE api_key RENAME TO gone`
      yield* one.accepts(key)
      yield* TestClock.adjust(500)
      assert.strictEqual(yield* one.check(key), "UnavailableError")
      yield* TestClock.adjust(1500)
      const lag = (yield* Metric.snapshot).find(({ id }) => id === "leadline_revocation_lag_seconds")
      assert.deepEqual(lag?.state, { value: 2 })
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))
  })
})
