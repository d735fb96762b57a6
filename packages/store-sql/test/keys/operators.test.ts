// Keys by operators, and revocations by callers: what keys may be given, how they are listed and revoked.
import { assert, describe } from "@effect/vitest"
import { operationsOf, resources } from "@leadline/core/resources"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { createKey, type CreateKeyOptions, ensureKey, listKeys, revokeKeys } from "../../src/index.ts"
import {
  accepted,
  accepts,
  directory,
  losePepper,
  query,
  refuses,
  rotatePepper,
  store,
  storeTest,
  test
} from "../stores.ts"
import { as, audited, checked, firstKey, generate, idOf, maker, revoke } from "./apiKeysCalls.ts"

describe("a key by an operator", () => {
  storeTest("has the rights, networks and expiry it was given, and so have the keys it makes", function* () {
    const few = yield* accepted((yield* createKey({ rights: ["chat"] })).key)
    assert.isFalse(few.rights?.has("apiKeys.generate"))
    const expires_at = (yield* Clock.currentTimeMillis) + 60_000
    const parent = yield* createKey({
      name: "ci",
      group: "acme",
      createGroup: true,
      label: "test",
      rights: ["skills", "chat.create"],
      mayMakeKeys: true,
      networks: ["10.0.0.0/8", "::1"],
      expiresAt: expires_at
    })
    assert.match(Redacted.value(parent.key), /^ll_test_/)
    assert.deepInclude(parent, { name: "ci", group: "acme", expires_at })
    const { auth_token } = yield* generate().pipe(as(parent.id, "acme"))
    const made = yield* checked(auth_token)
    if (typeof made === "string") return assert.fail(made)
    assert.sameMembers(
      [...(made.rights ?? [])],
      ["apiKeys.generate", "chat.create", ...operationsOf(resources.skills).map(({ id }) => id)]
    )
    assert.lengthOf(made.networks ?? [], 2)
    assert.deepEqual((yield* audited).slice(1, 3), ["group.change acme made", `key.create ${parent.id} ok`])
    const keys = yield* listKeys()
    assert.deepInclude(
      keys.find(({ created_by }) => created_by === parent.id),
      { rights: ["chat.create", "skills"], may_make_keys: true, expires_at }
    )
    yield* TestClock.adjust(60_000)
    assert.strictEqual(yield* checked(auth_token), "AuthenticationError")
    yield* refuses(parent.key)
    assert.strictEqual((yield* listKeys()).find(({ id }) => id === parent.id)?.state, "expired")
  })

  storeTest("is refused with an invalid group, right, network or expiry", function* () {
    const now = yield* Clock.currentTimeMillis
    const acme = { group: "acme" }
    const invalid: ReadonlyArray<readonly [CreateKeyOptions, keyof CreateKeyOptions | undefined, RegExp]> = [
      [acme, undefined, /^Group acme does not exist\.$/],
      [{ group: "a b", createGroup: true }, undefined, /^A group id consists of/],
      [{ group: "x".repeat(65), createGroup: true }, undefined, /^A group id consists of/],
      [{ rights: ["chats"] }, "rights", /^There is no right chats\. Rights: apiKeys, /],
      [{ rights: [] }, "rights", /^Expected at least one right\./],
      [{ rights: ["chat", "apiKeys"] }, "mayMakeKeys", /whether the key may make keys\.$/],
      [{ networks: ["10.0.0.0/33"] }, "networks", /host bits of 0, not 10\.0\.0\.0\/33\.$/],
      [{ networks: [] }, "networks", /not an empty list\.$/],
      [{ expiresAt: now }, "expiresAt", /^Expected a future time in Unix milliseconds, not /]
    ]
    for (const [options, option, reason] of invalid) {
      const error = yield* Effect.flip(createKey(options))
      assert.match(error.message, reason)
      if (option !== undefined) assert.strictEqual(error.option, option)
    }
    assert.deepEqual([yield* audited, yield* listKeys()], [[], []])
    assert.isTrue((yield* Effect.flip(listKeys(acme))).isMissing)
  })
})

test("the list of keys has every key ever created with its state, and no key text", function* () {
  const path = yield* directory
  const [old, first] = yield* Effect.gen(function* () {
    const made = yield* createKey({ name: "old" })
    yield* TestClock.adjust(1)
    return [made, yield* createKey({ name: "revoked" })] as const
  }).pipe(Effect.provide(store(path)))
  yield* rotatePepper(path)
  yield* Effect.gen(function* () {
    yield* TestClock.adjust(1)
    const called = yield* generate("called")
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
    for (const text of [Redacted.value(old.key), called.auth_token])
      assert.notInclude(JSON.stringify(keys), text.slice(18, 50))
  }).pipe(Effect.provide(store(path)))
  yield* losePepper(path, "pepper.previous")
  assert.strictEqual((yield* Effect.provide(listKeys(), store(path)))[0]?.state, "void")
})

describe("a key that its group revokes", () => {
  storeTest("is refused from the next request on, also by itself, and no other key is", function* () {
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
  })

  storeTest("is given whole, and its own: all else succeeds without effect", function* () {
    const { auth_token } = yield* generate()
    yield* maker("maker", "other")
    yield* revoke(auth_token).pipe(as("maker", "other"))
    const changed = auth_token.slice(0, 30) + (auth_token.at(30) === "0" ? "1" : "0") + auth_token.slice(31)
    for (const text of [idOf(auth_token), changed, `${auth_token}0`, ` ${auth_token}`, "\0", "' OR 1=1 --"])
      yield* revoke(text)
    assert.deepInclude(yield* checked(auth_token), { group: "default" })
    assert.lengthOf(yield* audited, 1)
  })
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

  storeTest("revokes what a key made, and those made, or all of a group, and no others", function* () {
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
  })
})
