// Revocations: by callers of the API, and by operators by id, text, group and maker.
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { createKey, ensureKey, listKeys, revokeKeys } from "../../src/index.ts"
import { accepts, query, refuses, storeTest } from "../stores.ts"
import { as, audited, checked, firstKey, generate, idOf, maker, revoke } from "./apiKeysCalls.ts"

describe("a key that its group revokes", () => {
  storeTest(
    "is refused from the next request on, also when it revoked itself, and no other key is",
    function* () {
      const { key } = yield* firstKey
      const kept = yield* generate()
      const { auth_token } = yield* generate()
      const id = idOf(auth_token)
      for (let times = 0; times < 2; times++) {
        yield* revoke(auth_token).pipe(as(id))
        assert.strictEqual(yield* checked(auth_token), "AuthenticationError")
      }
      yield* accepts(key)
      assert.isObject(yield* checked(kept.auth_token))
      const events = query`SELECT actor_key_id, object_id FROM audit_event WHERE action = 'key.revoke'`
      assert.deepEqual(yield* events.values, [[id, id]])
      assert.deepEqual(yield* query`SELECT seq, key_id FROM revocation`.values, [[1, id]])
    }
  )

  storeTest(
    "is given whole: an id, another text, or a key of another group succeeds without effect",
    function* () {
      const { auth_token } = yield* generate()
      yield* maker("maker", "other")
      yield* revoke(auth_token).pipe(as("maker", "other"))
      const changed = auth_token.slice(0, 30) + (auth_token.at(30) === "0" ? "1" : "0") + auth_token.slice(31)
      for (const text of [idOf(auth_token), changed, `${auth_token}0`, ` ${auth_token}`, "\0", "' OR 1=1 --"])
        yield* revoke(text)
      assert.deepInclude(yield* checked(auth_token), { group: "default" })
      assert.lengthOf(yield* audited, 1)
    }
  )
})

/** Makes a key as another one, and gives its id. */
const makeKey = (by: string) => Effect.map(generate().pipe(as(by)), ({ auth_token }) => idOf(auth_token))

const revoked = (id: string, active: number) => ({ keys: [{ id, changed: true }], active })

describe("an operator", () => {
  storeTest("revokes a key by id or text; a second time changes nothing", function* () {
    const [one, two] = [yield* createKey(), yield* createKey()]
    const given = Redacted.make("sk-some/other=form:0123456789")
    yield* ensureKey({ bootstrap: given })
    assert.deepEqual(yield* revokeKeys({ ids: [one.id] }), revoked(one.id, 2))
    assert.deepEqual(yield* revokeKeys({ key: two.key }), revoked(two.id, 1))
    const id = (yield* revokeKeys({ key: given })).keys[0]?.id ?? ""
    for (const key of [one.key, two.key, given]) yield* refuses(key)
    assert.deepEqual(yield* revokeKeys({ ids: [id] }), { keys: [{ id, changed: false }], active: 0 })
    assert.lengthOf(yield* audited, 6)
  })

  storeTest("is told of an unknown key or group, however similar, and nothing is revoked", function* () {
    const { id, key } = yield* createKey()
    for (const which of [
      { ids: [id, `${id}x`] },
      { ids: ["%"] },
      { madeBy: "unknown" },
      { group: "unknown" },
      { key: Redacted.make(`${Redacted.value(key)}0`) }
    ]) {
      assert.match((yield* Effect.flip(revokeKeys(which))).message, /^There is no such (key|group)/)
    }
    yield* accepts(key)
  })

  storeTest(
    "revokes what a key made, and what those made, or all keys of a group, and no others",
    function* () {
      const [leaked, other] = [yield* createKey(), yield* createKey()]
      const child = yield* makeKey(leaked.id)
      const grandchild = yield* makeKey(child)
      const foreign = yield* makeKey(other.id)
      const made = yield* revokeKeys({ madeBy: leaked.id })
      assert.sameDeepMembers(
        [...made.keys],
        [
          { id: child, changed: true },
          { id: grandchild, changed: true }
        ]
      )
      assert.strictEqual(made.active, 3)
      yield* accepts(leaked.key)
      const all = yield* revokeKeys({ ids: [leaked.id], madeBy: leaked.id })
      assert.lengthOf(all.keys, 3)
      const active = Effect.map(listKeys(), (keys) =>
        keys.flatMap(({ id, state }) => (state === "active" ? [id] : []))
      )
      assert.sameMembers(yield* active, [other.id, foreign])
      for (const name of ["a", "b"]) yield* createKey({ name, group: "acme", createGroup: true })
      assert.lengthOf((yield* revokeKeys({ group: "acme" })).keys, 2)
      assert.sameMembers(yield* active, [other.id, foreign])
    }
  )
})
