// The pepper, and rows of keys and groups without a valid MAC: refused, recorded, and accepted by the operator alone.
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import {
  createGroup,
  createKey,
  disableGroup,
  enableGroup,
  ensureKey,
  layerPepperFile,
  listAudit,
  listKeys,
  Pepper,
  revokeKeys,
  sealGroups,
  setGroup
} from "../src/index.ts"
import { isWithdrawn } from "../src/keys/queries.ts"
import { audited, generateKey } from "./keys/apiKeysCalls.ts"
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
  test,
  wipeAudit
} from "./stores.ts"

const opened = (path: string) => Effect.provide(Pepper, Layer.fresh(layerPepperFile({ directory: path })))

const peppers = Effect.map(listKeys(), (keys) => keys.map(({ pepper, state }) => `${pepper} ${state}`))

describe("the pepper", () => {
  test("is created once, completely, readable by its owner only", function* () {
    const path = yield* directory
    const both = yield* Effect.all([opened(path), opened(path)], { concurrency: 2 })
    const macs = [...both, yield* opened(path)].map(({ mac }) => mac(Redacted.make("some key")))
    assert.strictEqual(new Set(macs).size, 1)
    assert.deepEqual(readdirSync(path), ["pepper"])
    assert.strictEqual(statSync(join(path, "pepper")).mode & 0o777, 0o600)
    assert.match(readFileSync(join(path, "pepper"), "utf8"), /^[0-9a-f]{64}\n$/)
  })

  test("that is too short, a directory, or in none, is a one-line StoreError", function* () {
    const path = yield* directory
    writeFileSync(join(path, "pepper"), "x".repeat(31))
    mkdirSync(join(path, "folder", "pepper"), { recursive: true })
    for (const [name, reason] of [
      ["missing", /its directory does not exist\.$/],
      ["", /^A pepper must have at least 32 characters\.$/],
      ["folder", /pepper cannot be used: it is a directory\.$/]
    ] as const)
      assert.match((yield* Effect.flip(opened(join(path, name)))).message, reason)
  })

  test("renamed to pepper.previous is replaced by a new one: keys of both are valid until it is removed", function* () {
    const path = yield* directory
    const foreign = Redacted.make("sk-some/other=form:0123456789")
    const before = Effect.andThen(ensureKey({ bootstrap: foreign }), generateKey)
    const old = yield* Effect.provide(before, store(path))
    yield* rotatePepper(path)
    const next = yield* Effect.gen(function* () {
      assert.strictEqual((yield* ensureKey())._tag, "Existing")
      assert.strictEqual((yield* ensureKey({ bootstrap: foreign }))._tag, "Known")
      const made = yield* generateKey
      for (const each of [old, foreign, made]) yield* accepts(each)
      assert.sameMembers(yield* peppers, ["previous active", "previous active", "current active"])
      yield* refuses(Redacted.make(Redacted.value(made).slice(0, 18) + Redacted.value(old).slice(18)))
      return made
    }).pipe(Effect.provide(store(path)))
    yield* losePepper(path, "pepper.previous")
    yield* Effect.gen(function* () {
      yield* refuses(old)
      yield* refuses(foreign)
      yield* accepts(next)
      assert.sameMembers(yield* peppers, ["lost void", "lost void", "current active"])
    }).pipe(Effect.provide(store(path)))
  })
})

/** A key of the group `acme`. */
const keyOfAcme = createKey({ group: "acme", createGroup: true, expiresAt: 4_000_000_000_000 })

const changes: ReadonlyArray<readonly [table: "key" | "group", column: string, value: unknown]> = [
  ["key", "group_id", "default"],
  ["key", "expires_at", null],
  ["key", "rights", "chat"],
  ["key", "networks", "10.0.0.0/8"],
  ["key", "policy", "tickets"],
  ["key", "row_mac", null],
  ["group", "disabled_at", null],
  ["group", "token_limit", null],
  ["group", "budget_usd", 5000.5],
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

  storeTest(
    "contradicts an audit log put back to a time before its creation, and one that has it while the row is gone",
    function* () {
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
      yield* sql`DELETE FROM revocation`
      yield* sql`DELETE FROM api_key`
      assert.deepEqual(yield* problem, { key: first.id, reason: "removed" })
    }
  )
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
