// The first key and the bootstrap key of a store.
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { createKey, ensureKey, revokeKeys, sealGroups } from "../../src/index.ts"
import {
  accepts,
  check,
  directory,
  losePepper,
  refuses,
  store,
  storeTest,
  quietStoreTest
} from "../stores.ts"
import { firstKey, revoke } from "./apiKeysCalls.ts"
import { test } from "../effects.ts"
import { query } from "../query.ts"

const foreign = Redacted.make("sk-some/other=form:0123456789")

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

  test("is refused when the pepper was lost, until a key was created under the new one", function* () {
    const path = yield* directory
    const first = yield* Effect.provide(firstKey, store(path))
    yield* losePepper(path)
    yield* Effect.gen(function* () {
      assert.match((yield* Effect.flip(ensureKey())).message, /^The pepper is not the one/)
      yield* sealGroups({ trustAll: true })
      const second = yield* createKey()
      yield* exists
      yield* refuses(first.key)
      assert.deepEqual(yield* check(second.key), { group: "default", key: second.id })
    }).pipe(Effect.provide(store(path)))
  })
})

describe("a bootstrap key", () => {
  test.each(["x", "ll_live_notOurForm", "!".repeat(4096)])(
    "of any format is registered once and accepted: %#",
    function* (text) {
      const path = yield* directory
      const start = Effect.gen(function* () {
        const result = yield* register(text)
        const key = result._tag === "Created" || result._tag === "Existing" ? "none" : result.id
        assert.deepEqual(yield* check(Redacted.make(text)), { group: "default", key })
        yield* refuses(Redacted.make(`${text.slice(1)}~`))
        return result._tag
      })
      for (const tag of ["Registered", "Known", "Known"]) {
        assert.strictEqual(yield* Effect.provide(start, store(path)), tag)
      }
    }
  )

  storeTest("with fewer than 20 characters is weak", function* () {
    assert.deepInclude(yield* register("a".repeat(19)), { _tag: "Registered", weak: true })
    assert.deepInclude(yield* register("a".repeat(20)), { _tag: "Registered", weak: false })
  })

  storeTest("that is revoked is refused from the next request on, and after a restart", function* () {
    yield* register(foreign)
    yield* accepts(foreign)
    yield* revoke(Redacted.value(foreign))
    yield* refuses(foreign)
    assert.deepInclude(yield* register(foreign), { _tag: "Refused" })
    yield* refuses(foreign)
  })

  quietStoreTest("keeps nothing that SQL changed when it is stored again, and stays revoked", function* () {
    const [kept, altered, revoked] = [yield* createKey(), yield* createKey(), yield* createKey()]
    yield* createKey({ group: "acme", createGroup: true })
    yield* revokeKeys({ ids: [revoked.id] })
    yield* query`UPDATE api_key SET pepper_version = 'lost', mac = 'lost'`
    yield* query`UPDATE api_key SET group_id = 'acme', revoked_at = NULL WHERE id <> ${kept.id}`
    for (const { id, key } of [kept, altered]) {
      assert.strictEqual((yield* register(key))._tag, "Registered")
      assert.deepEqual(yield* check(key), { group: "default", key: id })
    }
    assert.strictEqual((yield* register(revoked.key))._tag, "Refused")
    yield* refuses(revoked.key)
  })

  storeTest("keeps its rights and networks when it is stored again after its pepper was lost", function* () {
    const { id, key } = yield* createKey({ rights: ["chat"], networks: ["10.0.0.0/8"] })
    const row = query`SELECT rights, may_make_keys, networks FROM api_key WHERE id = ${id}`
    const before = yield* row
    yield* query`UPDATE api_key SET pepper_version = 'lost', mac = 'lost'`
    assert.strictEqual((yield* register(key))._tag, "Registered")
    assert.deepEqual(yield* row, before)
  })
})
