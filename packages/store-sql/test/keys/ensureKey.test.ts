// The first key and the bootstrap key of a store.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { createKey, ensureKey, revokeKeys, sealGroups } from "../../src/index.ts"
import { silent } from "../async-chat/scriptedChat.ts"
import { check, directory, newStore, store } from "../stores.ts"

const given = (text: string) => ({ bootstrap: Redacted.make(text) })
const foreign = "sk-some/other=form:0123456789"

const makeOne = Effect.gen(function* () {
  const result = yield* ensureKey()
  return result._tag === "Created" ? result : assert.fail(result._tag)
})

describe("the first key", () => {
  it.effect("is created in an empty store and kept at a second start", () =>
    Effect.gen(function* () {
      const path = yield* directory
      const { id, key } = yield* Effect.provide(makeOne, store(path))
      yield* Effect.gen(function* () {
        assert.deepEqual(yield* ensureKey(), { _tag: "Existing" })
        assert.deepEqual(yield* check(key), { group: "default", key: id })
      }).pipe(Effect.provide(store(path)))
    })
  )

  it.effect("is created when all keys are revoked or expired", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* makeOne
      yield* sql`UPDATE api_key SET revoked_at = 1`
      yield* makeOne
      yield* sql`UPDATE api_key SET revoked_at = NULL, expires_at = -1`
      yield* makeOne
      assert.strictEqual((yield* ensureKey())._tag, "Existing")
    }).pipe(Effect.provide(newStore))
  )

  it.effect("is refused when the pepper was lost, until a key was created under the new one", () =>
    Effect.gen(function* () {
      const path = yield* directory
      const first = yield* Effect.provide(makeOne, store(path))
      rmSync(join(path, "pepper"))
      yield* Effect.gen(function* () {
        assert.match((yield* Effect.flip(ensureKey())).message, /^The pepper is not the one/)
        yield* sealGroups({ trustAll: true })
        const second = yield* createKey()
        assert.strictEqual((yield* ensureKey())._tag, "Existing")
        assert.strictEqual(yield* check(first.key), "AuthenticationError")
        assert.deepEqual(yield* check(second.key), { group: "default", key: second.id })
      }).pipe(Effect.provide(store(path)))
    })
  )
})

describe("a bootstrap key", () => {
  it.effect.each([foreign, "x", "ll_live_notOurForm", "!".repeat(4096)])(
    "of any format is registered once and accepted: %#",
    (text) =>
      Effect.gen(function* () {
        const path = yield* directory
        const start = Effect.gen(function* () {
          const result = yield* ensureKey(given(text))
          const caller = result._tag === "Created" || result._tag === "Existing" ? undefined : result.id
          assert.deepEqual(yield* check(Redacted.make(text)), { group: "default", key: caller ?? "none" })
          assert.strictEqual(yield* check(Redacted.make(`${text.slice(1)}~`)), "AuthenticationError")
          return result._tag
        })
        assert.strictEqual(yield* Effect.provide(start, store(path)), "Registered")
        assert.strictEqual(yield* Effect.provide(start, store(path)), "Known")
        assert.strictEqual(yield* Effect.provide(start, store(path)), "Known")
      })
  )

  it.effect("with fewer than 20 characters is weak", () =>
    Effect.gen(function* () {
      const weak = yield* ensureKey(given("a".repeat(19)))
      const strong = yield* ensureKey(given("a".repeat(20)))
      assert.deepInclude(weak, { _tag: "Registered", weak: true })
      assert.deepInclude(strong, { _tag: "Registered", weak: false })
    }).pipe(Effect.provide(newStore))
  )

  it.effect("is accepted in addition to an earlier one", () =>
    Effect.gen(function* () {
      yield* ensureKey(given(foreign))
      assert.isObject(yield* check(Redacted.make(foreign)))
      yield* ensureKey(given(`${foreign}-next`))
      const both = yield* Effect.forEach([foreign, `${foreign}-next`], (text) => check(Redacted.make(text)))
      assert.isObject(both[0])
      // A running verifier finds it within a second; a server registers it before it serves.
      assert.strictEqual(both[1], "AuthenticationError")
    }).pipe(Effect.provide(newStore))
  )

  it.effect("that is revoked stays refused after a restart", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* ensureKey(given(foreign))
      yield* sql`UPDATE api_key SET revoked_at = 1`
      assert.deepInclude(yield* ensureKey(given(foreign)), { _tag: "Refused" })
      assert.strictEqual(yield* check(Redacted.make(foreign)), "AuthenticationError")
    }).pipe(Effect.provide(newStore))
  )

  it.effect("that an earlier start created is known by its id", () =>
    Effect.gen(function* () {
      const { id, key } = yield* makeOne
      assert.deepEqual(yield* ensureKey({ bootstrap: key }), { _tag: "Known", id, weak: false })
    }).pipe(Effect.provide(newStore))
  )

  it.effect("of the generated format is stored again under a new pepper", () =>
    Effect.gen(function* () {
      const path = yield* directory
      const { id, key } = yield* Effect.provide(makeOne, store(path))
      rmSync(join(path, "pepper"))
      yield* Effect.gen(function* () {
        yield* sealGroups({ trustAll: true })
        assert.deepInclude(yield* ensureKey({ bootstrap: key }), { _tag: "Registered", id })
        assert.deepEqual(yield* check(key), { group: "default", key: id })
      }).pipe(Effect.provide(store(path)))
    })
  )

  it.effect("keeps nothing that SQL changed when it is stored again, and stays revoked", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [kept, altered, revoked] = [yield* createKey(), yield* createKey(), yield* createKey()]
      yield* createKey({ group: "acme", createGroup: true })
      yield* revokeKeys({ ids: [revoked.id] })
      yield* sql`UPDATE api_key SET pepper_version = 'lost', mac = 'lost'`
      yield* sql`UPDATE api_key SET group_id = 'acme', revoked_at = NULL WHERE id <> ${kept.id}`
      const tags = yield* Effect.forEach([kept, altered, revoked], ({ key }) => ensureKey({ bootstrap: key }))
      assert.deepEqual(
        tags.map(({ _tag }) => _tag),
        ["Registered", "Registered", "Refused"]
      )
      assert.deepEqual(yield* check(kept.key), { group: "default", key: kept.id })
      assert.deepEqual(yield* check(altered.key), { group: "default", key: altered.id })
      assert.strictEqual(yield* check(revoked.key), "AuthenticationError")
    }).pipe(Effect.provide([newStore, silent]))
  )

  it.effect("keeps its rights, expiry and networks when it is stored again after its pepper was lost", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const restrictions = { rights: ["chat"], networks: ["10.0.0.0/8"], expiresAt: 4_000_000_000_000 }
      const { id, key } = yield* createKey(restrictions)
      const row = sql`SELECT rights, may_make_keys, networks, expires_at FROM api_key WHERE id = ${id}`
      const before = yield* row
      yield* sql`UPDATE api_key SET pepper_version = 'lost', mac = 'lost'`
      assert.strictEqual((yield* ensureKey({ bootstrap: key }))._tag, "Registered")
      assert.deepEqual(yield* row, before)
      assert.isObject(yield* check(key))
    }).pipe(Effect.provide([newStore, silent]))
  )

  it.effect.each(["", "a b", "a\n", "é", "a".repeat(4097)])(
    "with invalid characters is a StoreError and changes nothing: %#",
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

describe("the audit log", () => {
  it.effect("has one event per new key, linked to the event before", () =>
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
