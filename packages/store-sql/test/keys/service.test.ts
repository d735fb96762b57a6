// The ApiKeys service over the tables: created keys, revoked keys, a failing store.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import * as FastCheck from "fast-check"
import { createHash } from "node:crypto"
import { storeTime } from "../../src/database/dialect.ts"
import { ensureKey, keyPattern } from "../../src/index.ts"
import { check, directory, newStore, store } from "../stores.ts"
import { as, checked, counted, firstKey, generate, maker, otherGroup, revoke } from "./apiKeysCalls.ts"

describe("a new key", () => {
  it.effect(
    "has the generated format, its name and creation time, and works at once in its creator's group",
    () =>
      Effect.gen(function* () {
        yield* otherGroup
        yield* maker("maker", "other")
        const before = yield* storeTime
        const { auth_token, created_at_epoch_seconds, ...made } = yield* generate("ci").pipe(
          as("maker", "other")
        )
        assert.match(auth_token, keyPattern)
        assert.deepEqual(made, { token_name: "ci" })
        assert.isAtLeast(created_at_epoch_seconds, Math.floor(before / 1000))
        assert.isAtMost(created_at_epoch_seconds, Math.floor((yield* storeTime) / 1000))
        const id = auth_token.slice(8, 18)
        assert.deepEqual(yield* checked(auth_token), { group: "other", key: id })
        const sql = yield* SqlClient.SqlClient
        const [row] = yield* sql`SELECT * FROM api_key WHERE id = ${id}`
        assert.deepInclude(
          { ...row },
          { name: "ci", group_id: "other", created_by: "maker", revoked_at: null }
        )
      }).pipe(
        Effect.provide(newStore),
        // Set before the store opens, which polls twice a second and would poll through all the years.
        (test) => Effect.andThen(TestClock.setTime(1_790_000_000_999), test)
      )
  )

  it.effect("has an empty name by default, and the default group without a caller", () =>
    Effect.gen(function* () {
      const { auth_token, token_name } = yield* generate()
      assert.strictEqual(token_name, "")
      assert.deepInclude(yield* checked(auth_token), { group: "default" })
    }).pipe(Effect.provide(newStore))
  )

  it.effect("may have any name the contract allows, stored unchanged", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (const name of ["'; DROP TABLE api_key; --", "🗝".repeat(128), "<script>", "__proto__", " "]) {
        const { auth_token, token_name } = yield* generate(name)
        assert.strictEqual(token_name, name)
        const [row] = yield* sql`SELECT name FROM api_key WHERE id = ${auth_token.slice(8, 18)}`
        assert.strictEqual(row?.["name"], name)
      }
    }).pipe(Effect.provide(newStore))
  )
})

describe("a revoked key", () => {
  it.effect("is refused from the next request on, also when it revoked itself", () =>
    Effect.gen(function* () {
      const { auth_token } = yield* generate()
      const id = auth_token.slice(8, 18)
      yield* revoke(auth_token).pipe(as(id))
      assert.strictEqual(yield* checked(auth_token), "AuthenticationError")
      yield* revoke(auth_token)
      assert.strictEqual(yield* checked(auth_token), "AuthenticationError")
      const sql = yield* SqlClient.SqlClient
      const events = yield* sql`SELECT action, actor_key_id, object_id FROM audit_event ORDER BY seq`.values
      assert.deepEqual(events, [
        ["key.create", null, id],
        ["key.revoke", id, id]
      ])
      assert.deepEqual(yield* sql`SELECT seq, key_id FROM revocation`.values, [[1, id]])
    }).pipe(Effect.provide(newStore))
  )

  it.effect("may be the bootstrap key", () =>
    Effect.gen(function* () {
      const given = "sk-some/other=form:0123456789"
      yield* ensureKey({ bootstrap: Redacted.make(given) })
      assert.isObject(yield* checked(given))
      yield* revoke(given)
      assert.strictEqual(yield* checked(given), "AuthenticationError")
    }).pipe(Effect.provide(newStore))
  )

  it.effect("leaves every other key unchanged", () =>
    Effect.gen(function* () {
      const { key } = yield* firstKey
      const kept = yield* generate()
      yield* revoke((yield* generate()).auth_token)
      assert.isObject(yield* check(key))
      assert.isObject(yield* checked(kept.auth_token))
    }).pipe(Effect.provide(newStore))
  )

  it.effect("of another group stays valid, and the response is the same", () =>
    Effect.gen(function* () {
      yield* otherGroup
      yield* maker("maker", "other")
      const foreign = yield* generate().pipe(as("maker", "other"))
      yield* revoke(foreign.auth_token)
      assert.isObject(yield* checked(foreign.auth_token))
      assert.strictEqual(yield* counted("revocation"), 0)
      yield* revoke(foreign.auth_token).pipe(as("maker", "other"))
      assert.strictEqual(yield* checked(foreign.auth_token), "AuthenticationError")
    }).pipe(Effect.provide(newStore))
  )

  it.effect("needs the whole key: an id, a changed secret or random text succeeds without effect", () =>
    Effect.gen(function* () {
      const { auth_token } = yield* generate()
      const id = auth_token.slice(8, 18)
      const last = auth_token.at(30) === "0" ? "1" : "0"
      const changed = auth_token.slice(0, 30) + last + auth_token.slice(31)
      for (const text of [
        id,
        changed,
        auth_token.slice(0, -1),
        `${auth_token}0`,
        ` ${auth_token}`,
        "é",
        "\0",
        "' OR 1=1 --"
      ]) {
        yield* revoke(text)
      }
      assert.isObject(yield* checked(auth_token))
      assert.strictEqual(yield* counted("audit_event"), 1)
    }).pipe(Effect.provide(newStore))
  )
})

describe("any sequence of calls", () => {
  const steps = FastCheck.array(FastCheck.option(FastCheck.nat(7)), { maxLength: 20 })

  it.effect("accepts a key until its revocation and never after, with a valid audit chain", () =>
    Effect.forEach(FastCheck.sample(steps, 25), (history) =>
      Effect.gen(function* () {
        const made: Array<string> = []
        const gone = new Set<string>()
        for (const which of history) {
          if (which === null) made.push((yield* generate()).auth_token)
          else {
            yield* revoke(made[which] ?? "unknown")
            if (made[which] !== undefined) gone.add(made[which])
          }
          for (const text of made) {
            assert.strictEqual(typeof (yield* checked(text)) === "object", !gone.has(text))
          }
        }
        assert.strictEqual(yield* counted("revocation"), gone.size)
        const sql = yield* SqlClient.SqlClient
        const events = yield* sql<{
          readonly previous_hash: string
          readonly hash: string
        }>`SELECT * FROM audit_event ORDER BY seq`
        assert.strictEqual(events.length, made.length + gone.size)
        let previous = ""
        for (const { hash, previous_hash, ...values } of events) {
          assert.strictEqual(previous_hash, previous)
          previous = createHash("sha256")
            .update(previous + JSON.stringify(Object.values(values)))
            .digest("hex")
          assert.strictEqual(hash, previous)
        }
      }).pipe(Effect.provide(newStore), Effect.scoped)
    )
  )
})

describe("a failing store", () => {
  it.effect("is an UnavailableError and changes nothing", () =>
    Effect.gen(function* () {
      const { auth_token } = yield* generate()
      const sql = yield* SqlClient.SqlClient
      yield* sql`ALTER TABLE audit_event RENAME TO elsewhere`
      for (const failure of [yield* Effect.flip(generate()), yield* Effect.flip(revoke(auth_token))]) {
        assert.strictEqual(failure._tag, "UnavailableError")
        assert.strictEqual(failure.message, "The key store does not answer.")
      }
      assert.strictEqual(yield* counted("api_key"), 1)
      assert.strictEqual(yield* counted("revocation"), 0)
      yield* sql`ALTER TABLE elsewhere RENAME TO audit_event`
      assert.isObject(yield* checked(auth_token))
    }).pipe(Effect.provide(newStore))
  )
})

describe("two processes on one file", () => {
  it.effect(
    "see keys created or revoked by each other at once (a key revoked on one node is refused on the other)",
    () =>
      Effect.gen(function* () {
        const path = yield* directory
        const [one, two] = [yield* Layer.build(store(path)), yield* Layer.build(store(path))]
        const made = yield* Effect.provide(generate("ci"), one)
        const seen = yield* Effect.provide(checked(made.auth_token), two)
        assert.isObject(seen)
        yield* Effect.provide(revoke(made.auth_token), two)
        assert.strictEqual(yield* Effect.provide(checked(made.auth_token), one), "AuthenticationError")
        yield* Effect.provide(revoke(made.auth_token), one)
        assert.strictEqual(yield* Effect.provide(counted("revocation"), two), 1)
      })
  )
})
