// What the use of keys leaves behind: a day, a MAC under the new pepper, and counts of refusals; none while one waits.
import { assert, describe, it } from "@effect/vitest"
import { KeyCheck } from "@leadline/core/authorization"
import { Limiter, layerMemory } from "@leadline/core/rate-limit"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import * as TestClock from "effect/testing/TestClock"
import { renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import {
  createKey,
  layerAuditRefusals,
  layerKeyUsage,
  listAudit,
  listKeys,
  verifyAudit
} from "../../src/index.ts"
import { check, directory, newStore, store } from "../stores.ts"

const dayNow = 20_717
const now = dayNow * 86_400_000

/** A store whose check records the use of keys. */
const using = (path: string) => Layer.provideMerge(layerKeyUsage(), store(path))

const days = Effect.map(listKeys, (keys) => keys.map(({ last_used_day }) => last_used_day))

/** How often something writes. */
const writes = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  let count = 0
  yield* Effect.provideService(effect, Statement.CurrentTransformer, (statement) => {
    if (/^\s*(?:UPDATE|INSERT)/.test(statement.compile()[0])) count++
    return Effect.succeed(statement)
  })
  return count
})

describe("the use of a key", () => {
  it.effect("leaves its day, written later, once, whatever the number of calls", () =>
    Effect.gen(function* () {
      const path = yield* directory
      yield* TestClock.setTime(now)
      const used = yield* Effect.gen(function* () {
        const [one, two] = [yield* createKey(), yield* createKey()]
        const calls = Effect.forEach(Array.from({ length: 1000 }), () => check(one.key), { discard: true })
        assert.strictEqual(yield* writes(calls), 0)
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

/** A store that counts refusals. */
const counting = Layer.provideMerge(
  layerAuditRefusals(),
  Layer.provideMerge(layerMemory({ requestsPerSecond: 2 }), newStore)
)

const take = (group: string) => Limiter.use((limiter) => limiter.take(group, "chat.create"))

/** As if the effect worked on a request of this address. */
const from = (host: number) =>
  Effect.provideService(
    HttpServerRequest.HttpServerRequest,
    HttpServerRequest.fromWeb(new Request("http://localhost/")).modify({
      remoteAddress: Option.some(`10.0.0.${host}`)
    })
  )

describe("refusals", () => {
  it.effect("are counted and written a minute later, apart for each group", () =>
    Effect.gen(function* () {
      const { key } = yield* createKey()
      const bad = Effect.forEach(Array.from({ length: 30 }), () => check(Redacted.make("wrong")), {
        discard: true
      })
      assert.strictEqual(yield* writes(Effect.andThen(bad, check(key))), 0)
      yield* Effect.forEach(Array.from({ length: 5 }), () => Effect.andThen(take("a"), take("b")), {
        discard: true
      })
      yield* TestClock.adjust("61 seconds")
      const events = yield* listAudit(10)
      assert.deepEqual(
        events.slice(1).map(({ action, object_id, outcome }) => [action, object_id, outcome]),
        [
          ["auth.fail", "", "refused 30"],
          ["limit.hit", "a", "refused 3"],
          ["limit.hit", "b", "refused 3"]
        ]
      )
      yield* TestClock.adjust("10 minutes")
      assert.lengthOf(yield* listAudit(10), 4)
      assert.isUndefined((yield* verifyAudit()).problem)
    }).pipe(Effect.provide(counting))
  )

  it.effect("for want of a key are counted apart, by address, and fill few rows", () =>
    Effect.gen(function* () {
      const { missing = Effect.void, check: refuse } = yield* KeyCheck
      for (let host = 0; host < 200; host++) yield* Effect.andThen(missing, missing).pipe(from(host))
      yield* Effect.flip(refuse(Redacted.make("wrong"))).pipe(from(201))
      yield* TestClock.adjust("61 seconds")
      const events = yield* listAudit(1000)
      assert.deepEqual(Array.from(new Set(events.map(({ action }) => action))), ["auth.fail"])
      const outcomes = events.map(({ outcome }) => outcome)
      assert.strictEqual(outcomes.filter((outcome) => outcome === "missing 2").length, 20)
      assert.strictEqual(outcomes.filter((outcome) => outcome === "missing 360").length, 1)
      assert.strictEqual(outcomes.filter((outcome) => outcome === "refused 1").length, 1)
      assert.lengthOf(outcomes, 22)
      assert.lengthOf(new Set(events.map(({ address_hash }) => address_hash)), 22)
    }).pipe(Effect.provide(counting))
  )

  it.effect("of very many groups fill few rows, and none is lost", () =>
    Effect.gen(function* () {
      for (let group = 0; group < 500; group++) {
        for (let call = 0; call < 3; call++) yield* take(`group-${group}`)
      }
      yield* TestClock.adjust("61 seconds")
      const events = yield* listAudit(1000)
      assert.isBelow(events.length, 25)
      const all = events.map(({ outcome }) => Number(/^refused (\d+)$/.exec(outcome)?.[1]))
      assert.strictEqual(
        all.reduce((sum, count) => sum + count, 0),
        500
      )
    }).pipe(Effect.provide(counting))
  )

  it.effect("a store that is away is asked nothing by the check of garbage, and its counts are kept", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`ALTER TABLE audit_event RENAME TO elsewhere`
      const keys = yield* KeyCheck
      yield* Effect.flip(keys.check(Redacted.make("wrong")))
      yield* TestClock.adjust("61 seconds")
      yield* sql`ALTER TABLE elsewhere RENAME TO audit_event`
      yield* TestClock.adjust("61 seconds")
      assert.deepEqual(
        (yield* listAudit(10)).map(({ outcome }) => outcome),
        ["refused 1"]
      )
    }).pipe(Effect.provide(counting))
  )
})
