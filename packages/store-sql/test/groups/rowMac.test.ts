// Rows of groups that SQL changed, or that have no valid MAC, and how the operator accepts them.
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { createGroup, createKey, disableGroup, enableGroup, sealGroups, setGroup } from "../../src/index.ts"
import {
  accepts,
  directory,
  losePepper,
  noticed,
  problem,
  refuses,
  rotatePepper,
  silent,
  store,
  wipeAudit,
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
    yield* createGroup("other")
    yield* query`DELETE FROM api_group WHERE id = 'other'`
    assert.deepEqual(yield* problem, { group: "other", reason: "removed" })
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
})
