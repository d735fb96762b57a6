// The ApiKeys service, and revocations by operators: by id, text, group and maker.
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { accepts, storeTest, refuses } from "../stores.ts"
import { as, audited, checked, firstKey, generate, idOf, maker, revoke } from "./apiKeysCalls.ts"
import { query } from "../query.ts"
import * as Redacted from "effect/Redacted"
import { createKey, ensureKey, listKeys, revokeKeys } from "../../src/index.ts"

const isAccepted = (text: string) => Effect.map(checked(text), (found) => assert.isObject(found))
const isRefused = (text: string) =>
  Effect.map(checked(text), (found) => assert.strictEqual(found, "AuthenticationError"))

describe("a revoked key", () => {
  storeTest(
    "is refused from the next request on, also when it revoked itself, and no other key is",
    function* () {
      const { key } = yield* firstKey
      const kept = yield* generate()
      const { auth_token } = yield* generate()
      const id = idOf(auth_token)
      for (let times = 0; times < 2; times++) {
        yield* revoke(auth_token).pipe(as(id))
        yield* isRefused(auth_token)
      }
      yield* accepts(key)
      yield* isAccepted(kept.auth_token)
      const events = yield* query`SELECT actor_key_id, object_id FROM audit_event WHERE action = 'key.revoke'`
        .values
      assert.deepEqual(events, [[id, id]])
      assert.deepEqual(yield* query`SELECT seq, key_id FROM revocation`.values, [[1, id]])
    }
  )

  storeTest("is of the caller's group: what another group asks succeeds without effect", function* () {
    const { auth_token } = yield* generate()
    yield* maker("maker", "other")
    yield* revoke(auth_token).pipe(as("maker", "other"))
    // Without a caller it is of the default group.
    assert.deepInclude(yield* checked(auth_token), { group: "default" })
    assert.lengthOf(yield* audited, 1)
  })

  storeTest(
    "needs the whole key: an id, a changed secret or random text succeeds without effect",
    function* () {
      const { auth_token } = yield* generate()
      const changed = auth_token.slice(0, 30) + (auth_token.at(30) === "0" ? "1" : "0") + auth_token.slice(31)
      const shaped = [idOf(auth_token), changed, auth_token.slice(0, -1), `${auth_token}0`, ` ${auth_token}`]
      for (const text of [...shaped, "é", "\0", "' OR 1=1 --"]) yield* revoke(text)
      yield* isAccepted(auth_token)
      assert.lengthOf(yield* audited, 1)
    }
  )
})

/** Makes a key as another one, and gives its id. */
const makeKey = (by: string) => Effect.map(generate().pipe(as(by)), ({ auth_token }) => idOf(auth_token))

describe("revokeKeys", () => {
  storeTest("revokes a key by id or text; a second time changes nothing", function* () {
    const [one, two] = [yield* createKey(), yield* createKey()]
    const given = Redacted.make("sk-some/other=form:0123456789")
    yield* ensureKey({ bootstrap: given })
    assert.deepEqual(yield* revokeKeys({ ids: [one.id] }), {
      keys: [{ id: one.id, changed: true }],
      active: 2
    })
    assert.deepEqual(yield* revokeKeys({ key: two.key }), {
      keys: [{ id: two.id, changed: true }],
      active: 1
    })
    const id = (yield* revokeKeys({ key: given })).keys[0]?.id ?? ""
    for (const key of [one.key, two.key, given]) yield* refuses(key)
    assert.deepEqual(yield* revokeKeys({ ids: [id] }), { keys: [{ id, changed: false }], active: 0 })
    assert.lengthOf(yield* audited, 6)
  })

  storeTest("fails with a StoreError for an unknown key, however similar", function* () {
    const { id, key } = yield* createKey()
    const text = Redacted.value(key)
    for (const which of [
      { ids: [id, `${id}x`] },
      { ids: ["%"] },
      { madeBy: "unknown" },
      { group: "unknown" },
      { key: Redacted.make(`${text}0`) }
    ]) {
      assert.match((yield* Effect.flip(revokeKeys(which))).message, /^There is no such (key|group)/)
    }
    yield* accepts(key)
  })

  storeTest("revokes what a key made, and what those made, but not the key itself", function* () {
    const [leaked, other] = [yield* createKey(), yield* createKey()]
    const child = yield* makeKey(leaked.id)
    const grandchild = yield* makeKey(child)
    const foreign = yield* makeKey(other.id)
    const { active, keys } = yield* revokeKeys({ madeBy: leaked.id })
    assert.sameMembers(
      keys.map(({ id }) => id),
      [child, grandchild]
    )
    assert.strictEqual(active, 3)
    yield* accepts(leaked.key)
    const all = yield* revokeKeys({ ids: [leaked.id], madeBy: leaked.id })
    assert.sameDeepMembers(all.keys.slice(), [
      { id: leaked.id, changed: true },
      { id: child, changed: false },
      { id: grandchild, changed: false }
    ])
    const left = (yield* listKeys()).filter(({ state }) => state === "active")
    assert.sameMembers(
      left.map(({ id }) => id),
      [other.id, foreign]
    )
  })

  storeTest("revokes all keys of a group at once, and no other", function* () {
    const kept = yield* createKey()
    const keys = yield* Effect.forEach(["a", "b", "c"], (name) =>
      createKey({ name, group: "acme", createGroup: true })
    )
    assert.lengthOf((yield* revokeKeys({ group: "acme" })).keys, 3)
    for (const { key } of keys) yield* refuses(key)
    yield* accepts(kept.key)
  })
})
