// Keys by operators: what they may be given, and how they are listed.
import { assert, describe } from "@effect/vitest"
import { operationsOf, resources } from "@leadline/core/resources"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { createKey, type CreateKeyOptions, listKeys, revokeKeys } from "../../src/index.ts"
import { accepted, directory, losePepper, refuses, rotatePepper, store, storeTest, test } from "../stores.ts"
import { as, audited, checked, generate } from "./apiKeysCalls.ts"

describe("a key by an operator", () => {
  storeTest("has the rights, networks and expiry it was given, and so have the keys it makes", function* () {
    const few = yield* accepted((yield* createKey({ rights: ["chat"] })).key)
    assert.isFalse(few.rights?.has("apiKeys.generate"))
    const expires_at = (yield* Clock.currentTimeMillis) + 60_000
    const maker = yield* createKey({
      name: "ci",
      group: "acme",
      createGroup: true,
      label: "test",
      rights: ["skills", "chat.create"],
      mayMakeKeys: true,
      networks: ["10.0.0.0/8", "::1"],
      expiresAt: expires_at
    })
    assert.match(Redacted.value(maker.key), /^ll_test_/)
    assert.deepInclude(maker, { name: "ci", group: "acme", expires_at })
    const { auth_token } = yield* generate().pipe(as(maker.id, "acme"))
    const made = yield* checked(auth_token)
    if (typeof made === "string") return assert.fail(made)
    assert.sameMembers(
      [...(made.rights ?? [])],
      ["apiKeys.generate", "chat.create", ...operationsOf(resources.skills).map(({ id }) => id)]
    )
    assert.lengthOf(made.networks ?? [], 2)
    assert.deepEqual((yield* audited).slice(1, 3), ["group.change acme made", `key.create ${maker.id} ok`])
    const keys = yield* listKeys()
    assert.deepInclude(
      keys.find(({ created_by }) => created_by === maker.id),
      { rights: ["chat.create", "skills"], may_make_keys: true, expires_at }
    )
    yield* TestClock.adjust(60_000)
    assert.strictEqual(yield* checked(auth_token), "AuthenticationError")
    yield* refuses(maker.key)
    assert.strictEqual((yield* listKeys()).find(({ id }) => id === maker.id)?.state, "expired")
  })

  storeTest(
    "is refused with an unknown or invalid group, right, network or expiry, and nothing changes",
    function* () {
      const now = yield* Clock.currentTimeMillis
      const acme = { group: "acme" }
      const invalid: ReadonlyArray<readonly [CreateKeyOptions, keyof CreateKeyOptions | undefined, RegExp]> =
        [
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
    }
  )
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
