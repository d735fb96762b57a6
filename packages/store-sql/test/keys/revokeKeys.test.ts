// Revocation by operators: by id, text, group and maker.
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { createKey, ensureKey, listKeys, revokeKeys } from "../../src/index.ts"
import { accepts, refuses, storeTest } from "../stores.ts"
import { as, audited, generate, idOf } from "./apiKeysCalls.ts"

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
