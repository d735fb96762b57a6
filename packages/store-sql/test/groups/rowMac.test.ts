// Rows of groups that SQL changed, or that have no valid MAC, and how the operator accepts them.
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Pepper } from "../../src/crypto/Pepper.ts"
import { sign } from "../../src/crypto/signature.ts"
import {
  createGroup,
  createKey,
  disableGroup,
  enableGroup,
  ensureKey,
  sealGroups,
  setGroup
} from "../../src/index.ts"
import {
  accepts,
  directory,
  insertGroup,
  losePepper,
  noticed,
  problem,
  refuses,
  rotatePepper,
  silent,
  store,
  tables,
  undoGroupMacs,
  wipeAudit,
  storeTest,
  quietStoreTest
} from "../stores.ts"
import { test } from "../effects.ts"
import { query } from "../query.ts"

const altered = { group: "acme", reason: "altered" } as const

/** A key of the group `acme`. */
const keyOfAcme = Effect.map(createKey({ group: "acme", createGroup: true }), ({ key }) => key)

describe("the row of a group", () => {
  quietStoreTest("stays refused by a change of its settings, until the operator enables it", function* () {
    const key = yield* keyOfAcme
    yield* query`UPDATE api_group SET budget_usd = 9 WHERE id = 'acme'`
    assert.match(
      (yield* Effect.flip(setGroup("acme", { max_keys: 1 }))).message,
      /^Group acme was changed outside of the server\. To accept it .*: leadline groups enable acme\.$/
    )
    assert.strictEqual((yield* disableGroup("acme")).state, "disabled")
    assert.deepEqual(yield* problem, altered)
    assert.strictEqual((yield* enableGroup("acme")).settings.budget_usd, 9)
    yield* accepts(key)
    assert.isUndefined(yield* problem)
  })

  quietStoreTest(
    "is refused when an earlier one was put back with its MAC, or its audit events are gone",
    function* () {
      const sql = yield* SqlClient.SqlClient
      const key = yield* keyOfAcme
      const [before] = yield* sql`SELECT * FROM api_group WHERE id = 'acme'`
      yield* disableGroup("acme")
      yield* sql`UPDATE api_group SET ${sql.update({ ...before })} WHERE id = 'acme'`
      yield* noticed
      yield* refuses(key)
      assert.deepEqual(yield* problem, altered)
      yield* enableGroup("acme")
      yield* accepts(key)
      yield* wipeAudit
      yield* noticed
      yield* refuses(key)
    }
  )

  test("gets a MAC of the new pepper with its keys, and by sealGroups", function* () {
    const path = yield* directory
    const key = yield* Effect.provide(keyOfAcme, store(path))
    yield* rotatePepper(path)
    yield* Effect.gen(function* () {
      yield* accepts(key)
      yield* createKey({ group: "acme" })
      yield* sealGroups()
    }).pipe(Effect.provide(store(path)))
    yield* losePepper(path, "pepper.previous")
    assert.isUndefined(yield* Effect.provide(problem, store(path)))
  })

  test("of a lost pepper is trusted by the operator's word alone", function* () {
    const path = yield* directory
    yield* Effect.provide(keyOfAcme, store(path))
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

  test("of an older version gets a MAC at the first start, and not once more", function* () {
    const path = yield* directory
    const key = yield* Effect.gen(function* () {
      // That version recorded changes of groups under another name.
      yield* insertGroup("acme", { rate_limit: 5 })
      const made = yield* createKey({ group: "acme" })
      // It also sealed the audit log in another way.
      const [head] = yield* query<{ seq: number; hash: string }>`SELECT seq, hash FROM audit_head`
      const seal = sign(yield* Pepper, "audit", String(head?.seq), head?.hash ?? assert.fail())
      yield* query`UPDATE audit_head SET seal = ${seal}`
      yield* undoGroupMacs
      return made.key
    }).pipe(Effect.provide(tables(path)))
    yield* Effect.gen(function* () {
      // Before the start there is nothing to compare.
      assert.isUndefined(yield* problem)
      assert.strictEqual((yield* ensureKey())._tag, "Existing")
      yield* accepts(key)
      assert.isUndefined(yield* problem)
      yield* query`UPDATE api_group SET row_mac = NULL`
      yield* sealGroups()
      yield* noticed
      yield* refuses(key)
    }).pipe(Effect.provide([store(path), silent]))
  })

  storeTest("that is missing is found", function* () {
    yield* createGroup("acme")
    yield* query`DELETE FROM api_group WHERE id = 'acme'`
    assert.deepEqual(yield* problem, { group: "acme", reason: "removed" })
  })
})
