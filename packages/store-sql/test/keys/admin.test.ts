// Key management for operators: create, list, revoke.
import { assert, describe, it } from "@effect/vitest"
import { ApiKeys } from "@leadline/core/api-keys"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { createKey, ensureKey, keyPattern, listAudit, listKeys, revokeKey } from "../../src/index.ts"
import { check, directory, newStore, store } from "../stores.ts"

const states = Effect.map(listKeys, (keys) => keys.map(({ id, state }) => [id, state]))

describe("createKey", () => {
  it.effect("creates a key with name, label, group and expiry that works at once, and an audit event", () =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const made = yield* createKey({
        name: "ci",
        group: "acme",
        createGroup: true,
        label: "test",
        expiresAt: now + 1000
      })
      assert.match(Redacted.value(made.key), keyPattern)
      assert.match(Redacted.value(made.key), /^ll_test_/)
      assert.deepEqual(
        { ...made, key: undefined },
        { id: made.id, key: undefined, name: "ci", group: "acme", created_at: now, expires_at: now + 1000 }
      )
      assert.deepEqual(yield* check(made.key), { group: "acme", key: made.id })
      const events = yield* listAudit(10)
      assert.deepEqual(
        events.map(({ action, object_id }) => [action, object_id]),
        [
          ["config.change", "acme"],
          ["key.create", made.id]
        ]
      )
      yield* TestClock.adjust(1000)
      assert.strictEqual(yield* check(made.key), "AuthenticationError")
      assert.deepEqual(yield* states, [[made.id, "expired"]])
    }).pipe(Effect.provide(newStore))
  )

  it.effect(
    "fails with a StoreError for an unknown or invalid group and over the quota, and changes nothing",
    () =>
      Effect.gen(function* () {
        assert.strictEqual(
          (yield* Effect.flip(createKey({ group: "acme" }))).message,
          "Group acme does not exist. Existing groups: default."
        )
        for (const group of ["", "a b", "a'b", "x".repeat(65), "ä"]) {
          assert.match(
            (yield* Effect.flip(createKey({ group, createGroup: true }))).message,
            /^A group id consists of/
          )
        }
        assert.deepEqual(yield* listAudit(10), [])
        yield* createKey({ activeKeys: 1 })
        assert.strictEqual(
          (yield* Effect.flip(createKey({ activeKeys: 1 }))).message,
          "The group has reached its limit of 1 active keys: revoke one first."
        )
        assert.lengthOf(yield* listKeys, 1)
      }).pipe(Effect.provide(newStore))
  )
})

describe("listKeys", () => {
  it.effect("returns every key ever created with its state, and no key text", () =>
    Effect.gen(function* () {
      const path = yield* directory
      const [old, first] = yield* Effect.gen(function* () {
        const made = yield* createKey({ name: "old" })
        yield* TestClock.adjust(1)
        return [made, yield* createKey({ name: "revoked" })] as const
      }).pipe(Effect.provide(store(path)))
      renameSync(join(path, "pepper"), join(path, "pepper.previous"))
      yield* Effect.gen(function* () {
        yield* TestClock.adjust(1)
        const called = yield* ApiKeys.use((keys) => keys.generate({ token_name: "called" }))
        yield* revokeKey({ id: first.id })
        const keys = yield* listKeys
        assert.deepEqual(
          keys.map(({ name, pepper, state }) => [name, state, pepper]),
          [
            ["old", "active", "previous"],
            ["revoked", "revoked", "previous"],
            ["called", "active", "current"]
          ]
        )
        const shown = JSON.stringify(keys)
        const sql = yield* SqlClient.SqlClient
        const macs = yield* sql<{ readonly mac: string }>`SELECT mac FROM api_key`
        for (const secret of [
          Redacted.value(old.key).slice(18, 50),
          called.auth_token.slice(18, 50),
          ...macs.map(({ mac }) => mac)
        ]) {
          assert.notInclude(shown, secret)
        }
      }).pipe(Effect.provide(store(path)))
      rmSync(join(path, "pepper.previous"))
      assert.deepEqual((yield* Effect.provide(states, store(path)))[0], [old.id, "void"])
    })
  )
})

describe("revokeKey", () => {
  it.effect("revokes a key by id or text; a second time changes nothing", () =>
    Effect.gen(function* () {
      const [one, two] = [yield* createKey(), yield* createKey()]
      const given = Redacted.make("sk-some/other=form:0123456789")
      yield* ensureKey({ bootstrap: given })
      assert.deepEqual(yield* revokeKey({ id: one.id }), { id: one.id, changed: true, active: 2 })
      assert.deepEqual(yield* revokeKey({ key: two.key }), { id: two.id, changed: true, active: 1 })
      const { id } = yield* revokeKey({ key: given })
      for (const key of [one.key, two.key, given])
        assert.strictEqual(yield* check(key), "AuthenticationError")
      assert.deepEqual(yield* revokeKey({ id }), { id, changed: false, active: 0 })
      const sql = yield* SqlClient.SqlClient
      const feed = yield* sql<{ readonly key_id: string }>`SELECT key_id FROM revocation ORDER BY seq`
      assert.deepEqual(
        feed.map(({ key_id }) => key_id),
        [one.id, two.id, id]
      )
      assert.lengthOf(yield* listAudit(100), 6)
    }).pipe(Effect.provide(newStore))
  )

  it.effect("fails with a StoreError for an unknown key, however similar", () =>
    Effect.gen(function* () {
      const { id, key } = yield* createKey()
      const text = Redacted.value(key)
      for (const which of [
        { id: `${id}x` },
        { id: "" },
        { id: "%" },
        { key: Redacted.make(text.slice(0, -1)) },
        { key: Redacted.make(`${text}0`) }
      ]) {
        assert.strictEqual((yield* Effect.flip(revokeKey(which))).message, "There is no such key.")
      }
      assert.isObject(yield* check(key))
    }).pipe(Effect.provide(newStore))
  )
})
