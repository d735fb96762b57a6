// Keys by operators, and revocations by callers: what keys may be given, how they are listed and revoked.
import { assert, describe } from "@effect/vitest"
import { operationsOf, resources } from "@leadline/core/resources"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { createKey, type CreateKeyOptions, ensureKey, listKeys, revokeKeys } from "../../src/index.ts"
import { accepted, accepts, query, refuses, storeTest } from "../stores.ts"
import { as, audited, checked, firstKey, generate, idOf, maker, revoke } from "./apiKeysCalls.ts"

describe("a key by an operator", () => {
  storeTest("has the rights, networks and expiry it was given, and so have the keys it makes", function* () {
    const { key } = yield* createKey({ rights: ["chat"] })
    assert.isFalse((yield* accepted(key)).rights?.has("apiKeys.generate"))
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
    const invalid: ReadonlyArray<readonly [CreateKeyOptions, keyof CreateKeyOptions | undefined, RegExp]> = [
      [{ group: "acme" }, undefined, /^Group acme does not exist\.$/],
      [{ group: "x".repeat(65), createGroup: true }, "group", /^A group id consists of/],
      [{ rights: ["chats"] }, "rights", /^There is no right chats\. Rights: apiKeys, /],
      [{ rights: [] }, "rights", /^Expected at least one right\./],
      [{ rights: ["chat", "apiKeys"] }, "mayMakeKeys", /whether the key may make keys\.$/],
      [{ networks: ["10.0.0.0/33"] }, "networks", /host bits of 0, not 10\.0\.0\.0\/33\.$/],
      [{ expiresAt: now }, "expiresAt", /^Expected a future time in Unix milliseconds, not /]
    ]
    for (const [options, option, reason] of invalid) {
      const error = yield* Effect.flip(createKey(options))
      assert.match(error.message, reason)
      assert.strictEqual(error.option, option)
    }
    assert.deepEqual([yield* audited, yield* listKeys()], [[], []])
    assert.isTrue((yield* Effect.flip(listKeys({ group: "acme" }))).isMissing)
  })
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
  })

  storeTest("is given whole, and its own: all else succeeds without effect", function* () {
    const { auth_token } = yield* generate()
    yield* maker("maker", "other")
    yield* revoke(auth_token).pipe(as("maker", "other"))
    const changed = auth_token.slice(0, 30) + (auth_token.at(30) === "0" ? "1" : "0") + auth_token.slice(31)
    for (const text of [idOf(auth_token), changed, `${auth_token}0`, "' OR 1=1 --"]) yield* revoke(text)
    assert.deepInclude(yield* checked(auth_token), { group: "default" })
    assert.lengthOf(yield* audited, 1)
  })
})

/** Makes a key as another one, and gives its id. */
const makeKey = (by: string) => Effect.map(generate().pipe(as(by)), ({ auth_token }) => idOf(auth_token))

describe("an operator", () => {
  storeTest("revokes a key by id or text; a second time changes nothing", function* () {
    const [one, two] = [yield* createKey(), yield* createKey()]
    const given = Redacted.make("sk-some/other=form:0123456789")
    yield* ensureKey({ bootstrap: given })
    yield* revokeKeys({ ids: [one.id] })
    const { id } = two
    assert.deepEqual(yield* revokeKeys({ key: two.key }), { keys: [{ id, changed: true }], active: 1 })
    yield* revokeKeys({ key: given })
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
    assert.sameMembers(
      made.keys.map(({ id }) => id),
      [child, grandchild]
    )
    yield* accepts(leaked.key)
    assert.lengthOf((yield* revokeKeys({ ids: [leaked.id], madeBy: leaked.id })).keys, 3)
    for (const name of ["a", "b"]) yield* createKey({ name, group: "acme", createGroup: true })
    assert.lengthOf((yield* revokeKeys({ group: "acme" })).keys, 2)
    const active = (yield* listKeys()).flatMap(({ id, state }) => (state === "active" ? [id] : []))
    assert.sameMembers(active, [other.id, foreign])
  })
})
