// Groups whose rows were changed by SQL: their keys are refused, and the verification finds them.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { Pepper } from "../../src/crypto/Pepper.ts"
import { sign } from "../../src/crypto/signature.ts"
import {
  createGroup,
  createKey,
  disableGroup,
  enableGroup,
  ensureKey,
  listAudit,
  sealGroups,
  setGroup,
  verifyAudit
} from "../../src/index.ts"
import { isWithdrawn } from "../../src/keys/table.ts"
import { silent } from "../async-chat/scriptedChat.ts"
import { check, directory, newStore, noticed, store, tables, undoGroupMacs } from "../stores.ts"

const problem = Effect.map(verifyAudit(), (report) => report.problem)
const altered = { group: "acme", reason: "altered" } as const
const refused = "AuthenticationError"

/** A key of the group `acme`. */
const keyOfAcme = Effect.map(createKey({ group: "acme", createGroup: true }), ({ key }) => key)

/** Writes the seal as the version before groups had MACs did. */
const sealAsBefore = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [head] = yield* sql<{ readonly seq: number; readonly hash: string }>`SELECT seq, hash FROM audit_head`
  if (head === undefined) return assert.fail()
  const seal = yield* sign(yield* Pepper, "audit", String(head.seq), head.hash)
  yield* sql`UPDATE audit_head SET seal = ${seal}`
})

describe("the row of a group", () => {
  it.effect.each([
    ["disabled_at", null],
    ["rate_limit", 1_000_000],
    ["token_limit", null],
    ["budget_usd", 5000.5],
    ["max_stored_bytes", 1e15],
    ["max_keys", 7],
    ["created_at", 1],
    ["changed_seq", 1],
    ["row_mac", null],
    ["row_mac", "0".repeat(32)]
  ] as const)("refuses its keys, recorded once, when SQL changed %s", ([column, value]) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [key, other] = [yield* keyOfAcme, yield* createKey()]
      yield* setGroup("acme", { budget_usd: 50.5, tokens_per_minute: 100 })
      assert.isObject(yield* check(key))
      assert.isUndefined(yield* problem)
      assert.isFalse(yield* isWithdrawn("acme", undefined))
      if (column === "disabled_at") yield* disableGroup("acme")
      yield* sql`UPDATE api_group SET ${sql(column)} = ${value} WHERE id = 'acme'`
      yield* noticed
      assert.strictEqual(yield* check(key), refused)
      yield* createKey()
      assert.strictEqual(yield* check(key), refused)
      assert.isObject(yield* check(other.key))
      // Nor are its queued async chats started, or its download addresses answered.
      assert.isTrue(yield* isWithdrawn("acme", undefined))
      const events = (yield* listAudit(100)).filter(({ action }) => action === "group.altered")
      assert.deepEqual(
        events.map(({ object_id, object_type, outcome }) => [object_type, object_id, outcome]),
        [["api_group", "acme", "refused"]]
      )
      assert.deepEqual(yield* problem, altered)
    }).pipe(Effect.provide([newStore, silent]))
  )

  it.effect("stays refused by a change of its settings, until the operator enables it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const key = yield* keyOfAcme
      yield* sql`UPDATE api_group SET budget_usd = 9 WHERE id = 'acme'`
      assert.match(
        (yield* Effect.flip(setGroup("acme", { max_keys: 1 }))).message,
        /^Group acme was changed outside of the server\. To accept it .*: leadline groups enable acme\.$/
      )
      assert.strictEqual((yield* disableGroup("acme")).state, "disabled")
      assert.deepEqual(yield* problem, altered)
      assert.strictEqual((yield* enableGroup("acme")).settings.budget_usd, 9)
      assert.isObject(yield* check(key))
      assert.isUndefined(yield* problem)
    }).pipe(Effect.provide([newStore, silent]))
  )

  it.effect("is refused when an earlier one was put back with its MAC, or its audit events are gone", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const key = yield* keyOfAcme
      const [before] = yield* sql`SELECT * FROM api_group WHERE id = 'acme'`
      yield* disableGroup("acme")
      yield* sql`UPDATE api_group SET ${sql.update({ ...before })} WHERE id = 'acme'`
      yield* noticed
      assert.strictEqual(yield* check(key), refused)
      assert.deepEqual(yield* problem, altered)
      yield* enableGroup("acme")
      assert.isObject(yield* check(key))
      yield* sql`DELETE FROM audit_event`
      yield* sql`DELETE FROM audit_head`
      yield* noticed
      assert.strictEqual(yield* check(key), refused)
    }).pipe(Effect.provide([newStore, silent]))
  )

  it.effect("gets a MAC of the new pepper with its keys, and by sealGroups", () =>
    Effect.gen(function* () {
      const path = yield* directory
      const key = yield* Effect.provide(keyOfAcme, store(path))
      renameSync(join(path, "pepper"), join(path, "pepper.previous"))
      yield* Effect.gen(function* () {
        assert.isObject(yield* check(key))
        yield* createKey({ group: "acme" })
        yield* sealGroups()
      }).pipe(Effect.provide(store(path)))
      rmSync(join(path, "pepper.previous"))
      assert.isUndefined(yield* Effect.provide(problem, store(path)))
    })
  )

  it.effect("of a lost pepper is trusted by the operator's word alone", () =>
    Effect.gen(function* () {
      const path = yield* directory
      yield* Effect.provide(keyOfAcme, store(path))
      rmSync(join(path, "pepper"))
      yield* Effect.gen(function* () {
        const { key } = yield* createKey({ group: "acme" })
        yield* sealGroups()
        assert.strictEqual(yield* check(key), refused)
        yield* sealGroups({ trustAll: true })
        yield* noticed
        assert.isObject(yield* check(key))
      }).pipe(Effect.provide([store(path), silent]))
    })
  )

  it.effect("of an older version gets a MAC at the first start, and not once more", () =>
    Effect.gen(function* () {
      const path = yield* directory
      const key = yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        // That version recorded changes of groups under another name.
        yield* sql`INSERT INTO api_group ${sql.insert({ id: "acme", name: "", created_at: 0, rate_limit: 5 })}`
        const { key: made } = yield* createKey({ group: "acme" })
        yield* sealAsBefore
        yield* undoGroupMacs
        return made
      }).pipe(Effect.provide(tables(path)))
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        // Before the start there is nothing to compare.
        assert.isUndefined(yield* problem)
        assert.strictEqual((yield* ensureKey())._tag, "Existing")
        assert.isObject(yield* check(key))
        assert.isUndefined(yield* problem)
        yield* sql`UPDATE api_group SET row_mac = NULL`
        yield* sealGroups()
        yield* noticed
        assert.strictEqual(yield* check(key), refused)
      }).pipe(Effect.provide([store(path), silent]))
    })
  )

  it.effect("that is missing is found", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* createGroup("acme")
      yield* sql`DELETE FROM api_group WHERE id = 'acme'`
      assert.deepEqual(yield* problem, { group: "acme", reason: "removed" })
    }).pipe(Effect.provide(newStore))
  )
})
