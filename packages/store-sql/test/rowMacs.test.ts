// Rows of keys and groups that SQL changed, or that have no valid MAC: refused, recorded, and accepted by the operator alone.
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import {
  createGroup,
  createKey,
  disableGroup,
  enableGroup,
  listAudit,
  revokeKeys,
  sealGroups,
  setGroup
} from "../src/index.ts"
import { isWithdrawn } from "../src/keys/table.ts"
import { as, audited, generate } from "./keys/apiKeysCalls.ts"
import {
  accepts,
  directory,
  losePepper,
  noticed,
  problem,
  query,
  refuses,
  rotatePepper,
  silent,
  store,
  storeTest,
  tagOf,
  test,
  wipeAudit
} from "./stores.ts"

/** A key of the group `acme`. */
const keyOfAcme = createKey({ group: "acme", createGroup: true, expiresAt: 4_000_000_000_000 })

const changes: ReadonlyArray<readonly [table: "key" | "group", column: string, value: unknown]> = [
  ["key", "group_id", "default"],
  ["key", "expires_at", null],
  ["key", "created_by", "0123456789"],
  ["key", "rights", "chat"],
  ["key", "may_make_keys", 0],
  ["key", "networks", "10.0.0.0/8"],
  ["key", "policy", "tickets"],
  ["key", "row_mac", null],
  ["group", "disabled_at", null],
  ["group", "rate_limit", 1_000_000],
  ["group", "token_limit", null],
  ["group", "budget_usd", 5000.5],
  ["group", "max_stored_bytes", 1e15],
  ["group", "changed_seq", 1],
  ["group", "row_mac", null]
]

storeTest.each(changes)(
  "a row of a %s whose %s SQL changed refuses the key, recorded once: %j",
  function* ([table, column, value]) {
    const sql = yield* SqlClient.SqlClient
    const [{ id, key }, other] = [yield* keyOfAcme, yield* createKey()]
    yield* setGroup("acme", { budget_usd: 50.5, tokens_per_minute: 100 })
    yield* accepts(key)
    assert.isUndefined(yield* problem)
    assert.isFalse(yield* isWithdrawn("acme", id))
    if (column === "disabled_at") yield* disableGroup("acme")
    const changed = table === "key" ? id : "acme"
    yield* sql`UPDATE ${sql(`api_${table}`)} SET ${sql(column)} = ${value} WHERE id = ${changed}`
    yield* noticed
    yield* refuses(key)
    yield* createKey()
    yield* refuses(key)
    yield* accepts(other.key)
    // Nor are queued async chats of the group started, or download addresses answered.
    assert.strictEqual(yield* isWithdrawn("acme", id), table === "group")
    const event = `${table}.altered ${changed} refused`
    assert.lengthOf(
      (yield* audited).filter((line) => line === event),
      1
    )
    assert.deepEqual(yield* problem, { [table]: changed, reason: "altered" } as never)
  }
)

describe("the row of a key", () => {
  storeTest("is refused when SQL un-revoked the key, or put back its row of before", function* () {
    const sql = yield* SqlClient.SqlClient
    const { id, key } = yield* createKey()
    const [before] = yield* sql`SELECT * FROM api_key WHERE id = ${id}`
    yield* revokeKeys({ ids: [id] })
    yield* sql`UPDATE api_key SET revoked_at = NULL WHERE id = ${id}`
    yield* refuses(key)
    assert.deepEqual(yield* problem, { key: id, reason: "altered" })
    // With the old MAC the row is authentic, but the audit log records its revocation.
    yield* sql`UPDATE api_key SET ${sql.update({ ...before })} WHERE id = ${id}`
    yield* refuses(key)
    assert.isTrue(yield* isWithdrawn("default", id))
    assert.deepEqual(yield* problem, { key: id, reason: "unrevoked" })
  })

  storeTest("contradicts an audit log put back to a time before its creation or revocation", function* () {
    const sql = yield* SqlClient.SqlClient
    const first = yield* createKey()
    const { length } = yield* listAudit(100)
    const [head] = yield* sql`SELECT * FROM audit_head`
    const putBack = Effect.gen(function* () {
      yield* sql`DELETE FROM audit_event WHERE seq > ${length}`
      yield* sql`UPDATE audit_head SET ${sql.update({ ...head })}`
    })
    const { id } = yield* createKey()
    yield* putBack
    assert.deepEqual(yield* problem, { key: id, reason: "unrecorded" })
    yield* sql`DELETE FROM api_key WHERE id = ${id}`
    yield* revokeKeys({ ids: [first.id] })
    yield* putBack
    assert.deepEqual(yield* problem, { key: first.id, reason: "unrecorded" })
    yield* sql`DELETE FROM revocation`
    yield* sql`DELETE FROM api_key`
    assert.deepEqual(yield* problem, { key: first.id, reason: "removed" })
  })

  storeTest("makes no key when SQL changed or deleted it after it was verified", function* () {
    for (const change of [
      (id: string) => query`UPDATE api_key SET rights = NULL WHERE id = ${id}`,
      (id: string) => query`DELETE FROM api_key WHERE id = ${id}`
    ]) {
      const { id } = yield* createKey({ rights: ["chat.create"], mayMakeKeys: true })
      yield* generate().pipe(as(id))
      yield* change(id)
      assert.strictEqual(yield* tagOf(generate().pipe(as(id))), "AuthenticationError")
      assert.include(yield* audited, `key.altered ${id} refused`)
    }
    // A key of another group than the caller says.
    const { id } = yield* keyOfAcme
    assert.strictEqual(yield* tagOf(generate().pipe(as(id))), "AuthenticationError")
  })
})

describe("the row of a group", () => {
  storeTest("stays refused by a change of its settings, until the operator enables it", function* () {
    const { key } = yield* keyOfAcme
    yield* query`UPDATE api_group SET budget_usd = 9 WHERE id = 'acme'`
    assert.match(
      (yield* Effect.flip(setGroup("acme", { max_keys: 1 }))).message,
      /^Group acme was changed outside of the server\. To accept it .*: leadline groups enable acme\.$/
    )
    assert.strictEqual((yield* disableGroup("acme")).state, "disabled")
    assert.deepEqual(yield* problem, { group: "acme", reason: "altered" })
    assert.strictEqual((yield* enableGroup("acme")).settings.budget_usd, 9)
    yield* accepts(key)
    assert.isUndefined(yield* problem)
    yield* createGroup("other")
    yield* query`DELETE FROM api_group WHERE id = 'other'`
    assert.deepEqual(yield* problem, { group: "other", reason: "removed" })
  })

  storeTest("is refused when an earlier one was put back, or its audit events are gone", function* () {
    const sql = yield* SqlClient.SqlClient
    const { key } = yield* keyOfAcme
    const [before] = yield* sql`SELECT * FROM api_group WHERE id = 'acme'`
    yield* disableGroup("acme")
    yield* sql`UPDATE api_group SET ${sql.update({ ...before })} WHERE id = 'acme'`
    yield* noticed
    yield* refuses(key)
    yield* enableGroup("acme")
    yield* accepts(key)
    yield* wipeAudit
    yield* noticed
    yield* refuses(key)
  })

  test("gets a MAC of the new pepper; that of a lost one is trusted by the operator's word alone", function* () {
    const path = yield* directory
    const first = yield* Effect.provide(keyOfAcme, store(path))
    yield* rotatePepper(path)
    yield* Effect.gen(function* () {
      yield* accepts(first.key)
      yield* createKey({ group: "acme" })
      yield* sealGroups()
    }).pipe(Effect.provide(store(path)))
    yield* losePepper(path, "pepper.previous")
    assert.isUndefined(yield* Effect.provide(problem, store(path)))
    yield* losePepper(path)
    yield* Effect.gen(function* () {
      const { key } = yield* createKey({ group: "acme" })
      yield* sealGroups()
      yield* refuses(key)
      yield* sealGroups({ trustAll: true })
      yield* noticed
      yield* accepts(key)
    }).pipe(Effect.provide([store(path), silent]))
  })
})
