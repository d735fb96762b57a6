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
import {
  createKey,
  type CreateKeyOptions,
  keyPattern,
  listAudit,
  listKeys,
  revokeKeys,
  setGroup
} from "../../src/index.ts"
import { storeTime } from "../../src/database/dialect.ts"
import { check, directory, newStore, store } from "../stores.ts"
import { as, checked, generate } from "./apiKeysCalls.ts"

const states = Effect.map(listKeys(), (keys) => keys.map(({ id, state }) => [id, state]))

describe("createKey", () => {
  it.effect("creates a key with name, label, group and expiry that works at once, and an audit event", () =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const before = yield* storeTime
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
        { ...made, key: undefined, created_at: 0 },
        { id: made.id, key: undefined, name: "ci", group: "acme", created_at: 0, expires_at: now + 1000 }
      )
      assert.isAtLeast(made.created_at, before)
      assert.isAtMost(made.created_at, yield* storeTime)
      assert.deepEqual(yield* check(made.key), { group: "acme", key: made.id })
      const events = yield* listAudit(10)
      assert.deepEqual(
        events.map(({ action, object_id }) => [action, object_id]),
        [
          ["group.change", "acme"],
          ["key.create", made.id]
        ]
      )
      yield* TestClock.adjust(1000)
      assert.strictEqual(yield* check(made.key), "AuthenticationError")
      assert.deepEqual(yield* states, [[made.id, "expired"]])
    }).pipe(Effect.provide(newStore))
  )

  it.effect(
    "fails with a StoreError for an unknown or invalid group, right or network, and changes nothing",
    () =>
      Effect.gen(function* () {
        assert.strictEqual(
          (yield* Effect.flip(createKey({ group: "acme" }))).message,
          "Group acme does not exist."
        )
        for (const group of ["", "a b", "a'b", "x".repeat(65), "ä"]) {
          assert.match(
            (yield* Effect.flip(createKey({ group, createGroup: true }))).message,
            /^A group id consists of/
          )
        }
        const now = yield* Clock.currentTimeMillis
        const invalid: ReadonlyArray<readonly [CreateKeyOptions, keyof CreateKeyOptions, RegExp]> = [
          [{ rights: ["chats"] }, "rights", /^There is no right chats\. Rights: apiKeys, /],
          [{ rights: ["apiKeys.generate"] }, "rights", /^There is no right apiKeys\.generate\./],
          [{ rights: [] }, "rights", /^Expected at least one right\./],
          [{ rights: ["chat", "apiKeys"] }, "mayMakeKeys", /whether the key may make keys\.$/],
          [{ networks: ["10.0.0.0/33"] }, "networks", /host bits of 0, not 10\.0\.0\.0\/33\.$/],
          [{ networks: ["::1", "10.0.0.1/8"] }, "networks", /host bits of 0, not 10\.0\.0\.1\/8\.$/],
          [{ networks: [] }, "networks", /not an empty list\.$/],
          [{ expiresAt: now }, "expiresAt", /^Expected a future time in Unix milliseconds, not /]
        ]
        for (const [options, option, reason] of invalid) {
          const error = yield* Effect.flip(createKey(options))
          assert.strictEqual(error.option, option)
          assert.match(error.message, reason)
        }
        const mapped = yield* Effect.flip(createKey({ networks: ["::ffff:10.0.0.0/104"] }))
        assert.match(mapped.message, /IPv4 in IPv6 written as IPv4/)
        assert.deepEqual(yield* listAudit(10), [])
        assert.lengthOf(yield* listKeys(), 0)
        assert.isTrue((yield* Effect.flip(listKeys({ group: "acme" }))).isMissing)
        for (const mayMakeKeys of [true, false]) yield* createKey({ rights: ["apiKeys"], mayMakeKeys })
      }).pipe(Effect.provide(newStore))
  )
})

describe("a key by an operator", () => {
  it.effect("can be created whatever the group's own keys have used up", () =>
    Effect.gen(function* () {
      yield* setGroup("default", { max_keys: 1 })
      const made = yield* createKey()
      const full = yield* Effect.flip(generate().pipe(as(made.id)))
      assert.strictEqual(full.message, "The group has reached its limit of 1 active keys: revoke one first.")
      assert.isObject(yield* check((yield* createKey()).key))
    }).pipe(Effect.provide(newStore))
  )

  it.effect("has the rights and networks it was given, and so have the keys it makes", () =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const maker = yield* createKey({
        rights: ["skills", "chat.create"],
        mayMakeKeys: true,
        networks: ["10.0.0.0/8", "::1"],
        expiresAt: now + 60_000
      })
      const { auth_token } = yield* generate().pipe(as(maker.id))
      const made = yield* check(Redacted.make(auth_token))
      if (typeof made === "string") return assert.fail(made)
      assert.sameMembers(
        [...(made.rights ?? [])],
        [
          "apiKeys.generate",
          "chat.create",
          ...["create", "delete", "download", "get", "list", "listRevisions", "update"].map(
            (name) => `skills.${name}`
          )
        ]
      )
      assert.lengthOf(made.networks ?? [], 2)
      const keys = yield* listKeys()
      const first = keys.find(({ id }) => id === maker.id)
      const second = keys.find(({ created_by }) => created_by === maker.id)
      assert.deepInclude(second, {
        rights: ["chat.create", "skills"],
        may_make_keys: true,
        networks: first?.networks ?? null,
        expires_at: now + 60_000
      })
      yield* TestClock.adjust(60_000)
      assert.strictEqual(yield* checked(auth_token), "AuthenticationError")
    }).pipe(Effect.provide(newStore))
  )

  it.effect("may make keys unless it has few rights, or it is said", () =>
    Effect.gen(function* () {
      const may = Effect.fnUntraced(function* (options: CreateKeyOptions) {
        const caller = yield* check((yield* createKey(options)).key)
        return typeof caller === "string" ? caller : (caller.rights?.has("apiKeys.generate") ?? true)
      })
      assert.isTrue(yield* may({}))
      assert.isFalse(yield* may({ mayMakeKeys: false }))
      assert.isFalse(yield* may({ rights: ["chat"] }))
      assert.isFalse(yield* may({ rights: ["apiKeys.revoke"] }))
      assert.isTrue(yield* may({ rights: ["chat"], mayMakeKeys: true }))
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
        yield* revokeKeys({ ids: [first.id] })
        const keys = yield* listKeys()
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
