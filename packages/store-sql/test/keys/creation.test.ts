// The format of keys, the first key and the bootstrap key of a store, and the quotas of keys that callers make.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import { readFileSync } from "node:fs"
import { createKey, ensureKey, keyPattern, layerApiKeys, revokeKeys } from "../../src/index.ts"
import * as KeyFormat from "../../src/keys/format.ts"
import {
  accepts,
  check,
  counted,
  newStore,
  postgresUrl,
  query,
  refuses,
  storeTest,
  tagOf,
  test,
  testOver,
  twoNodes
} from "../stores.ts"
import { as, checked, firstKey, generate, maker, revoke } from "./apiKeysCalls.ts"

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".split("")

const keys = fc
  .tuple(
    fc.constantFrom("live", "test"),
    fc.array(fc.constantFrom(...alphabet), { minLength: 42, maxLength: 42 })
  )
  .map(([label, digits]) => {
    const body = `ll_${label}_${digits.join("")}`
    return body + KeyFormat.checksum(body)
  })

describe("the key format", () => {
  it("refuses a key with one changed character, and one that is shorter or longer", () => {
    fc.assert(
      fc.property(keys, fc.nat(55), fc.string({ minLength: 1, maxLength: 1 }), (key, at, any) => {
        for (const other of at < 8 ? [any] : [any, ...alphabet]) {
          const id = KeyFormat.idOf(key.slice(0, at) + other + key.slice(at + 1))
          assert.strictEqual(id === undefined, other !== key.charAt(at))
        }
        for (const text of [key.slice(0, at), key.slice(at + 1), key + any, any + key])
          assert.isUndefined(KeyFormat.idOf(text))
      }),
      { numRuns: 500 }
    )
  })

  it.each([
    ["a", true],
    ["!".repeat(4096), true],
    ["", false],
    ["!".repeat(4097), false],
    ["a b", false],
    ["\u007f", false]
  ] as const)("is any key: %#", (text, wanted) => {
    assert.strictEqual(KeyFormat.isKey(text), wanted)
  })
})

it("the rules for secret scanners in SECURITY.md find every key and nothing longer, and tell look-alikes", async () => {
  const page = readFileSync(new URL("../../../../SECURITY.md", import.meta.url), "utf8")
  const patterns = Array.from(page.matchAll(/\\+bll_.*?\\+b/g), ([found]) =>
    found.replace("?:", "").replaceAll("\\\\", "\\")
  )
  assert.deepEqual(patterns, Array(3).fill(keyPattern.source))
  const [, rule = ""] = /```js\n([^]*?)```/.exec(page) ?? []
  const { isLeadlineKey } = await import(`data:text/javascript,${encodeURIComponent(rule)}`)
  fc.assert(
    fc.property(keys, fc.integer({ min: 8, max: 55 }), (key, at) => {
      assert.strictEqual(keyPattern.exec(`{"auth_token":"${key}"}`)?.[0], key)
      for (const other of [`${key}0`, `x${key}`]) assert.notMatch(other, keyPattern)
      assert.isTrue(isLeadlineKey(key))
      const alike = key.slice(0, at) + (key.charAt(at) === "a" ? "b" : "a") + key.slice(at + 1)
      assert.isFalse(isLeadlineKey(alike))
    })
  )
})

/** Registers a bootstrap key. */
const register = (key: Redacted.Redacted | string) =>
  ensureKey({ bootstrap: typeof key === "string" ? Redacted.make(key) : key })

const exists = Effect.map(ensureKey(), (result) => assert.deepEqual(result, { _tag: "Existing" }))

describe("the first key", () => {
  storeTest("is created when all keys are revoked or expired", function* () {
    yield* firstKey
    yield* query`UPDATE api_key SET revoked_at = 1`
    yield* firstKey
    yield* query`UPDATE api_key SET revoked_at = NULL, expires_at = -1`
    yield* firstKey
    yield* exists
  })

  test("is created once by two processes on one store", function* () {
    const calls = (yield* twoNodes).map((node) => Effect.provide(ensureKey(), node))
    const made = yield* Effect.all(calls, { concurrency: "unbounded" })
    assert.deepEqual(made.map(({ _tag }) => _tag).toSorted(), ["Created", "Existing"])
  })
})

describe("a bootstrap key", () => {
  storeTest.each([
    ["a".repeat(19), true],
    ["ll_live_notOurForm00", false],
    ["!".repeat(4096), false]
  ] as const)(
    "of any format is registered once, and refused for good when it is revoked: %#",
    function* ([text, weak]) {
      for (const _tag of ["Registered", "Known"] as const) {
        const result = yield* register(text)
        assert.deepInclude(result, { _tag, weak })
        assert.deepEqual(yield* checked(text), { group: "default", key: "id" in result ? result.id : "none" })
      }
      yield* refuses(Redacted.make(`${text.slice(1)}~`))
      yield* revoke(text)
      assert.deepInclude(yield* register(text), { _tag: "Refused" })
      yield* refuses(Redacted.make(text))
    }
  )

  storeTest("stored again after its pepper was lost keeps its bounds and no change by SQL", function* () {
    const bounds = { rights: ["chat"], networks: ["10.0.0.0/8"] }
    const [kept, altered, revoked] = [yield* createKey(bounds), yield* createKey(), yield* createKey()]
    yield* createKey({ group: "acme", createGroup: true })
    yield* revokeKeys({ ids: [revoked.id] })
    const row = query`SELECT rights, may_make_keys, networks FROM api_key WHERE id = ${kept.id}`
    const before = yield* row
    yield* query`UPDATE api_key SET pepper_version = 'lost', mac = 'lost'`
    yield* query`UPDATE api_key SET group_id = 'acme', revoked_at = NULL WHERE id <> ${kept.id}`
    for (const { key } of [kept, altered]) assert.strictEqual((yield* register(key))._tag, "Registered")
    assert.deepEqual(yield* row, before)
    assert.deepEqual(yield* check(altered.key), { group: "default", key: altered.id })
    yield* accepts(kept.key)
    assert.strictEqual((yield* register(revoked.key))._tag, "Refused")
    yield* refuses(revoked.key)
  })
})

describe("key quotas", () => {
  testOver(Layer.provideMerge(layerApiKeys({ activeKeys: 2 }), newStore))(
    "allow so many active keys per group, and one more when a key is revoked",
    function* () {
      const [{ auth_token }] = [yield* generate(), yield* generate()]
      assert.match((yield* Effect.flip(generate())).message, /its limit of 2 active keys/)
      assert.strictEqual(yield* counted("audit_event"), 2)
      yield* maker("m", "other")
      yield* generate().pipe(as("m", "other"))
      yield* revoke(auth_token)
      yield* generate()
      assert.strictEqual(yield* tagOf(generate()), "RateLimitError")
    }
  )

  // PostgreSQL counts by its own clock.
  storeTest.skipIf(postgresUrl !== undefined)(
    "allow the keys of a group 10 new keys in any minute, however many keys it has",
    function* () {
      yield* Effect.forEach(["a", "b"], (id) => maker(id))
      for (let index = 0; index < 10; index++) {
        yield* generate().pipe(as("a"))
        yield* TestClock.adjust(1000)
      }
      // The first was created 10 s ago.
      const error = yield* Effect.flip(generate().pipe(as("b")))
      assert.deepInclude(error, { _tag: "RateLimitError", retryAfter: 50_000 })
      yield* maker("c", "other")
      yield* generate().pipe(as("c", "other"))
      yield* TestClock.adjust(49_999)
      assert.strictEqual(yield* tagOf(generate().pipe(as("a"))), "RateLimitError")
      yield* TestClock.adjust(1)
      yield* generate().pipe(as("a"))
    }
  )

  test("hold across two processes on one store", function* () {
    const both = yield* twoNodes
    yield* Effect.provide(maker("a"), both[0])
    const calls = [...both, ...both, ...both, ...both, ...both, ...both].map((node) =>
      Effect.result(generate().pipe(as("a"), Effect.provide(node)))
    )
    const results = yield* Effect.all(calls, { concurrency: "unbounded" })
    assert.lengthOf(results.filter(Result.isSuccess), 10)
    assert.strictEqual(yield* Effect.provide(counted("api_key"), both[0]), 11)
  })
})
