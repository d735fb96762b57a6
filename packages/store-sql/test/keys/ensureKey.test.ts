import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { ensureKey } from "../../src/index.ts"
import { check, directory, newStore, store } from "../stores.ts"

const given = (text: string) => ({ bootstrap: Redacted.make(text) })
const foreign = "sk-some/other=form:0123456789"

const makeOne = Effect.gen(function* () {
  const result = yield* ensureKey()
  return result._tag === "Made" ? result : assert.fail(result._tag)
})

describe("the first key", () => {
  it.effect("an empty store makes one, a second start keeps it", () =>
    Effect.gen(function* () {
      const path = yield* directory
      const { id, key } = yield* Effect.provide(makeOne, store(path))
      yield* Effect.gen(function* () {
        assert.deepEqual(yield* ensureKey(), { _tag: "Kept" })
        assert.deepEqual(yield* check(key), { group: "default", key: id })
      }).pipe(Effect.provide(store(path)))
    })
  )

  it.effect("a store whose keys are all revoked or expired makes a new one", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* makeOne
      yield* sql`UPDATE api_key SET revoked_at = 1`
      yield* makeOne
      yield* sql`UPDATE api_key SET revoked_at = NULL, expires_at = -1`
      yield* makeOne
      assert.strictEqual((yield* ensureKey())._tag, "Kept")
    }).pipe(Effect.provide(newStore))
  )

  it.effect("a store whose pepper was lost makes a new one", () =>
    Effect.gen(function* () {
      const path = yield* directory
      const first = yield* Effect.provide(makeOne, store(path))
      rmSync(join(path, "pepper"))
      yield* Effect.gen(function* () {
        const second = yield* makeOne
        assert.strictEqual(yield* check(first.key), "AuthenticationError")
        assert.deepEqual(yield* check(second.key), { group: "default", key: second.id })
      }).pipe(Effect.provide(store(path)))
    })
  )
})

describe("a given key", () => {
  it.effect.each([foreign, "x", "ll_live_notOurForm", "!".repeat(4096)])(
    "any form is registered once and accepted: %#",
    (text) =>
      Effect.gen(function* () {
        const path = yield* directory
        const start = Effect.gen(function* () {
          const result = yield* ensureKey(given(text))
          const caller = result._tag === "Made" || result._tag === "Kept" ? undefined : result.id
          assert.deepEqual(yield* check(Redacted.make(text)), { group: "default", key: caller ?? "none" })
          assert.strictEqual(yield* check(Redacted.make(`${text.slice(1)}~`)), "AuthenticationError")
          return result._tag
        })
        assert.strictEqual(yield* Effect.provide(start, store(path)), "Registered")
        assert.strictEqual(yield* Effect.provide(start, store(path)), "Known")
        assert.strictEqual(yield* Effect.provide(start, store(path)), "Known")
      })
  )

  it.effect("under 20 characters is weak", () =>
    Effect.gen(function* () {
      const weak = yield* ensureKey(given("a".repeat(19)))
      const strong = yield* ensureKey(given("a".repeat(20)))
      assert.deepInclude(weak, { _tag: "Registered", weak: true })
      assert.deepInclude(strong, { _tag: "Registered", weak: false })
    }).pipe(Effect.provide(newStore))
  )

  it.effect("another one is accepted beside the first", () =>
    Effect.gen(function* () {
      yield* ensureKey(given(foreign))
      assert.isObject(yield* check(Redacted.make(foreign)))
      yield* ensureKey(given(`${foreign}-next`))
      const both = yield* Effect.forEach([foreign, `${foreign}-next`], (text) => check(Redacted.make(text)))
      assert.isObject(both[0])
      // The running check learns of it within a second; a start registers before it serves.
      assert.strictEqual(both[1], "AuthenticationError")
    }).pipe(Effect.provide(newStore))
  )

  it.effect("a revoked one stays refused over a restart", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* ensureKey(given(foreign))
      yield* sql`UPDATE api_key SET revoked_at = 1`
      assert.deepInclude(yield* ensureKey(given(foreign)), { _tag: "Refused" })
      assert.strictEqual(yield* check(Redacted.make(foreign)), "AuthenticationError")
    }).pipe(Effect.provide(newStore))
  )

  it.effect("one that an earlier start made is known by its own id", () =>
    Effect.gen(function* () {
      const { id, key } = yield* makeOne
      assert.deepEqual(yield* ensureKey({ bootstrap: key }), { _tag: "Known", id, weak: false })
    }).pipe(Effect.provide(newStore))
  )

  it.effect("one of our form comes back under a new pepper", () =>
    Effect.gen(function* () {
      const path = yield* directory
      const { id, key } = yield* Effect.provide(makeOne, store(path))
      rmSync(join(path, "pepper"))
      yield* Effect.gen(function* () {
        assert.deepInclude(yield* ensureKey({ bootstrap: key }), { _tag: "Registered", id })
        assert.deepEqual(yield* check(key), { group: "default", key: id })
      }).pipe(Effect.provide(store(path)))
    })
  )

  it.effect.each(["", "a b", "a\n", "é", "a".repeat(4097)])(
    "wrong characters are a StoreError and change nothing: %#",
    (text) =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(ensureKey(given(text)))
        assert.strictEqual(error._tag, "StoreError")
        assert.strictEqual(error.message, "An API key must consist of 1 to 4,096 visible ASCII characters.")
        const sql = yield* SqlClient.SqlClient
        assert.deepEqual(yield* sql`SELECT id FROM api_key`, [])
      }).pipe(Effect.provide(newStore))
  )
})

interface Event {
  readonly previous_hash: string
  readonly hash: string
  readonly [column: string]: unknown
}

describe("audit", () => {
  it.effect("every new key leaves one event, each bound to the one before", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* makeOne
      yield* ensureKey(given(foreign))
      yield* ensureKey(given(foreign))
      const events = yield* sql<Event>`SELECT * FROM audit_event ORDER BY seq`
      assert.deepEqual(
        events.map(({ action, object_type, seq }) => [seq, action, object_type]),
        [
          [1, "key.create", "api_key"],
          [2, "key.create", "api_key"]
        ]
      )
      let previous = ""
      for (const { hash, previous_hash, ...values } of events) {
        assert.strictEqual(previous_hash, previous)
        const text = previous + JSON.stringify(Object.values(values))
        assert.strictEqual(hash, createHash("sha256").update(text).digest("hex"))
        previous = hash
      }
    }).pipe(Effect.provide(newStore))
  )
})
