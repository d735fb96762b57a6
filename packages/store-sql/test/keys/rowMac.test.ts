// Keys whose rows were changed by SQL: refused, recorded, and found by the verification.
import { assert, describe, it } from "@effect/vitest"
import { ApiKeys } from "@leadline/core/api-keys"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { createKey, listAudit, revokeKeys, sealGroups, sealKeys, verifyAudit } from "../../src/index.ts"
import { isWithdrawn } from "../../src/keys/table.ts"
import { silent } from "../async-chat/scriptedChat.ts"
import { as, generate } from "./apiKeysCalls.ts"
import { check, directory, newStore, noticed, rewriteKeys, store } from "../stores.ts"

const problem = Effect.map(verifyAudit(), (report) => report.problem)

const actions = Effect.map(listAudit(100), (events) =>
  events.map(({ action, object_id }) => `${action} ${object_id}`)
)

const tagOf = (id: string) => Effect.map(Effect.flip(generate().pipe(as(id))), ({ _tag }) => _tag)

describe("the row of a key", () => {
  it.effect.each([
    ["group_id", "acme"],
    ["expires_at", null],
    ["created_by", "0123456789"],
    ["created_at", 1],
    ["rights", "chat"],
    ["may_make_keys", 0],
    ["networks", "10.0.0.0/8"],
    ["row_mac", null],
    ["row_mac", "0".repeat(32)]
  ] as const)("is refused and recorded once when SQL changed %s", ([column, value]) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { id, key } = yield* createKey({ expiresAt: 4_000_000_000_000 })
      yield* createKey({ group: "acme", createGroup: true })
      assert.isObject(yield* check(key))
      yield* sql`UPDATE api_key SET ${sql(column)} = ${value} WHERE id = ${id}`
      yield* noticed
      assert.strictEqual(yield* check(key), "AuthenticationError")
      yield* createKey()
      assert.strictEqual(yield* check(key), "AuthenticationError")
      assert.strictEqual((yield* actions).filter((event) => event === `key.altered ${id}`).length, 1)
      assert.deepEqual(yield* problem, { key: id, reason: "altered" })
    }).pipe(Effect.provide([newStore, silent]))
  )

  it.effect("is refused when SQL un-revoked the key, or put back its row of before", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { id, key } = yield* createKey()
      const [before] = yield* sql`SELECT * FROM api_key WHERE id = ${id}`
      yield* revokeKeys({ ids: [id] })
      assert.isUndefined(yield* problem)
      yield* sql`UPDATE api_key SET revoked_at = NULL WHERE id = ${id}`
      assert.strictEqual(yield* check(key), "AuthenticationError")
      assert.deepEqual(yield* problem, { key: id, reason: "altered" })
      // With the old MAC the row is authentic, but the audit log records its revocation.
      yield* sql`UPDATE api_key SET ${sql.update({ ...before })} WHERE id = ${id}`
      assert.strictEqual(yield* check(key), "AuthenticationError")
      assert.isTrue(yield* isWithdrawn("default", id))
      assert.deepEqual(yield* problem, { key: id, reason: "unrevoked" })
    }).pipe(Effect.provide([newStore, silent]))
  )

  it.effect("makes no key when SQL changed, un-revoked or deleted it after it was verified", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const unrevoke = Effect.fnUntraced(function* (id: string) {
        yield* revokeKeys({ ids: [id] })
        assert.strictEqual(yield* tagOf(id), "AuthenticationError")
        assert.notInclude(yield* actions, `key.altered ${id}`)
        yield* sql`UPDATE api_key SET revoked_at = NULL WHERE id = ${id}`
      })
      const changes = [
        (id: string) => sql`UPDATE api_key SET rights = NULL WHERE id = ${id}`,
        (id: string) => sql`DELETE FROM api_key WHERE id = ${id}`,
        unrevoke
      ]
      for (const change of changes) {
        const { id } = yield* createKey({ rights: ["chat.create"], mayMakeKeys: true })
        yield* generate().pipe(as(id))
        yield* change(id)
        assert.strictEqual(yield* tagOf(id), "AuthenticationError")
        assert.include(yield* actions, `key.altered ${id}`)
        const made = yield* sql`SELECT id FROM api_key WHERE created_by = ${id}`
        assert.lengthOf(made, 1)
      }
      const { id } = yield* createKey({ group: "acme", createGroup: true })
      assert.strictEqual(yield* tagOf(id), "AuthenticationError")
    }).pipe(Effect.provide([newStore, silent]))
  )

  it.effect("stays authentic when the key is used under a new pepper, and when it is revoked then", () =>
    Effect.gen(function* () {
      const path = yield* directory
      const { auth_token } = yield* Effect.provide(
        Effect.andThen(
          createKey(),
          ApiKeys.use((keys) => keys.generate({}))
        ),
        store(path)
      )
      renameSync(join(path, "pepper"), join(path, "pepper.previous"))
      yield* Effect.gen(function* () {
        assert.isObject(yield* check(Redacted.make(auth_token)))
        assert.isUndefined(yield* problem)
        yield* ApiKeys.use((keys) => keys.revoke({ auth_token }))
        yield* sealGroups()
        assert.isUndefined(yield* problem)
      }).pipe(Effect.provide(store(path)))
      rmSync(join(path, "pepper.previous"))
      assert.isUndefined(yield* Effect.provide(problem, store(path)))
    })
  )

  it.effect("without a MAC, of an older version, gets one by sealKeys", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { key } = yield* createKey()
      yield* rewriteKeys(Effect.void)
      assert.isObject(yield* check(key))
      yield* sql`UPDATE api_key SET group_id = 'default', row_mac = row_mac || 'x'`
      yield* sealKeys
      yield* noticed
      assert.strictEqual(yield* check(key), "AuthenticationError")
    }).pipe(Effect.provide([newStore, silent]))
  )
})
