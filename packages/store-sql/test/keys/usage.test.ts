// Key usage: the last day, the MAC under the current pepper, and no write while a request waits.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { createKey, layerKeyUsage, listKeys } from "../../src/index.ts"
import { check, countWrites, directory, store } from "../stores.ts"

const dayNow = 20_717
const now = dayNow * 86_400_000

/** A store whose check records the use of keys. */
const using = (path: string) => Layer.provideMerge(layerKeyUsage(), store(path))

const days = Effect.map(listKeys, (keys) => keys.map(({ last_used_day }) => last_used_day))

describe("the use of a key", () => {
  it.effect("leaves its day, written later, once, whatever the number of calls", () =>
    Effect.gen(function* () {
      const path = yield* directory
      yield* TestClock.setTime(now)
      const used = yield* Effect.gen(function* () {
        const [one, two] = [yield* createKey(), yield* createKey()]
        const calls = Effect.forEach(Array.from({ length: 1000 }), () => check(one.key), { discard: true })
        assert.strictEqual(yield* countWrites(calls), 0)
        assert.deepEqual(yield* days, [null, null])
        yield* TestClock.adjust("11 seconds")
        assert.sameMembers(yield* days, [dayNow, null])
        yield* check(two.key)
        yield* check(Redacted.make("unknown"))
        yield* TestClock.adjust("11 seconds")
        assert.deepEqual(yield* days, [dayNow, dayNow])
        return one
      }).pipe(Effect.provide(using(path)))
      yield* TestClock.adjust("1 day")
      yield* Effect.provide(check(used.key), using(path))
      assert.sameMembers(yield* Effect.provide(days, store(path)), [dayNow + 1, dayNow])
    })
  )

  it.effect("is not lost when the server stops in good order", () =>
    Effect.gen(function* () {
      const path = yield* directory
      yield* TestClock.setTime(now)
      yield* Effect.flatMap(createKey(), ({ key }) => check(key)).pipe(Effect.provide(using(path)))
      assert.deepEqual(yield* Effect.provide(days, store(path)), [dayNow])
    })
  )

  it.effect("stores it under the new pepper while two hold, so that the old one can go", () =>
    Effect.gen(function* () {
      const path = yield* directory
      const made = Effect.all([createKey({ name: "used" }), createKey({ name: "idle" })])
      const [used, idle] = yield* Effect.provide(made, store(path))
      renameSync(join(path, "pepper"), join(path, "pepper.previous"))
      yield* Effect.provide(check(used.key), using(path))
      const peppers = Effect.map(listKeys, (keys) =>
        Object.fromEntries(keys.map(({ name, pepper }) => [name, pepper]))
      )
      assert.deepEqual(yield* Effect.provide(peppers, store(path)), { used: "current", idle: "previous" })
      rmSync(join(path, "pepper.previous"))
      assert.isObject(yield* Effect.provide(check(used.key), store(path)))
      assert.strictEqual(yield* Effect.provide(check(idle.key), store(path)), "AuthenticationError")
    })
  )

  it.effect("that cannot be written is tried again with the next call, and calls go on", () =>
    Effect.gen(function* () {
      const path = yield* directory
      yield* TestClock.setTime(now)
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { key } = yield* createKey()
        yield* sql`ALTER TABLE api_key RENAME COLUMN last_used_day TO elsewhere`
        assert.isObject(yield* check(key))
        yield* TestClock.adjust("11 seconds")
        assert.isObject(yield* check(key))
        yield* sql`ALTER TABLE api_key RENAME COLUMN elsewhere TO last_used_day`
        yield* TestClock.adjust("11 seconds")
        assert.deepEqual(yield* days, [dayNow])
      }).pipe(Effect.provide(using(path)))
    })
  )
})
