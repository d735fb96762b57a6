// Key management for operators: create and list. Their revocations: revokeKeys.test.ts.
import { assert, describe } from "@effect/vitest"
import { operationsOf, resources } from "@leadline/core/resources"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { createKey, type CreateKeyOptions, listKeys, revokeKeys } from "../../src/index.ts"
import { accepted, check, directory, losePepper, storeTest, refuses, rotatePepper, store } from "../stores.ts"
import { as, audited, checked, generate } from "./apiKeysCalls.ts"
import { test } from "../effects.ts"
import { query } from "../query.ts"

const states = Effect.map(listKeys(), (keys) => keys.map(({ id, state }) => [id, state]))

const messageOf = (options: CreateKeyOptions) =>
  Effect.map(Effect.flip(createKey(options)), ({ message }) => message)

describe("createKey", () => {
  storeTest(
    "creates a key with name, label, group and expiry that works at once, and an audit event",
    function* () {
      const now = yield* Clock.currentTimeMillis
      const options = { name: "ci", group: "acme", expiresAt: now + 1000 }
      const made = yield* createKey({ ...options, createGroup: true, label: "test" })
      const { id, key } = made
      assert.match(Redacted.value(key), /^ll_test_/)
      assert.deepInclude(made, { name: "ci", group: "acme", expires_at: now + 1000 })
      assert.deepEqual(yield* check(key), { group: "acme", key: id })
      assert.deepEqual(yield* audited, ["group.change acme made", `key.create ${id} ok`])
      yield* TestClock.adjust(1000)
      yield* refuses(key)
      assert.deepEqual(yield* states, [[id, "expired"]])
    }
  )

  storeTest(
    "fails with a StoreError for an unknown or invalid group, right or network, and changes nothing",
    function* () {
      assert.strictEqual(yield* messageOf({ group: "acme" }), "Group acme does not exist.")
      for (const group of ["", "a b", "x".repeat(65)]) {
        assert.match(yield* messageOf({ group, createGroup: true }), /^A group id consists of/)
      }
      const now = yield* Clock.currentTimeMillis
      const invalid: ReadonlyArray<readonly [CreateKeyOptions, keyof CreateKeyOptions, RegExp]> = [
        [{ rights: ["chats"] }, "rights", /^There is no right chats\. Rights: apiKeys, /],
        [{ rights: [] }, "rights", /^Expected at least one right\./],
        [{ rights: ["chat", "apiKeys"] }, "mayMakeKeys", /whether the key may make keys\.$/],
        [{ networks: ["10.0.0.0/33"] }, "networks", /host bits of 0, not 10\.0\.0\.0\/33\.$/],
        [{ networks: [] }, "networks", /not an empty list\.$/],
        [{ expiresAt: now }, "expiresAt", /^Expected a future time in Unix milliseconds, not /]
      ]
      for (const [options, option, reason] of invalid) {
        assert.strictEqual((yield* Effect.flip(createKey(options))).option, option)
        assert.match(yield* messageOf(options), reason)
      }
      assert.deepEqual([yield* audited, yield* listKeys()], [[], []])
      assert.isTrue((yield* Effect.flip(listKeys({ group: "acme" }))).isMissing)
      for (const mayMakeKeys of [true, false]) yield* createKey({ rights: ["apiKeys"], mayMakeKeys })
    }
  )
})

storeTest(
  "a key by an operator has the rights and networks it was given, and so have the keys it makes",
  function* () {
    const few = yield* accepted((yield* createKey({ rights: ["chat"] })).key)
    assert.isFalse(few.rights?.has("apiKeys.generate"))
    const expires_at = (yield* Clock.currentTimeMillis) + 60_000
    const maker = yield* createKey({
      rights: ["skills", "chat.create"],
      mayMakeKeys: true,
      networks: ["10.0.0.0/8", "::1"],
      expiresAt: expires_at
    })
    const { auth_token } = yield* generate().pipe(as(maker.id))
    const made = yield* checked(auth_token)
    if (typeof made === "string") return assert.fail(made)
    assert.sameMembers(
      [...(made.rights ?? [])],
      ["apiKeys.generate", "chat.create", ...operationsOf(resources.skills).map(({ id }) => id)]
    )
    assert.lengthOf(made.networks ?? [], 2)
    const keys = yield* listKeys()
    const networks = keys.find(({ id }) => id === maker.id)?.networks ?? null
    assert.deepInclude(
      keys.find(({ created_by }) => created_by === maker.id),
      { rights: ["chat.create", "skills"], may_make_keys: true, networks, expires_at }
    )
    yield* TestClock.adjust(60_000)
    assert.strictEqual(yield* checked(auth_token), "AuthenticationError")
  }
)

test("listKeys returns every key ever created with its state, and no key text", function* () {
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
    const macs = yield* query`SELECT mac FROM api_key`.values
    const secrets = [Redacted.value(old.key), called.auth_token].map((key) => key.slice(18, 50))
    for (const secret of [...secrets, ...macs.flat().map(String)]) {
      assert.notInclude(JSON.stringify(keys), secret)
    }
  }).pipe(Effect.provide(store(path)))
  yield* losePepper(path, "pepper.previous")
  assert.deepEqual((yield* Effect.provide(states, store(path)))[0], [old.id, "void"])
})
