// Groups by operators: created, disabled, enabled and set, each change audited.
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { createGroup, createKey, disableGroup, enableGroup, listGroups, setGroup } from "../../src/index.ts"
import { audited } from "../keys/apiKeysCalls.ts"
import { accepted, accepts, check, refuses, storeTest } from "../stores.ts"

describe("a group", () => {
  storeTest("that is disabled has no valid key until it is enabled, and others have", function* () {
    yield* createGroup("acme")
    const [{ id, key }, other] = [yield* createKey({ group: "acme" }), yield* createKey()]
    assert.deepEqual(yield* check(key), { group: "acme", key: id })
    assert.strictEqual((yield* disableGroup("acme")).state, "disabled")
    yield* refuses(key)
    yield* accepts(other.key)
    assert.strictEqual((yield* enableGroup("acme")).state, "enabled")
    yield* accepts(key)
  })

  storeTest("has limits that its next request is held to, and null restores the default", function* () {
    const { id, key } = yield* createKey()
    yield* check(key)
    yield* setGroup("default", { requests_per_second: 7 })
    assert.deepEqual(yield* check(key), { group: "default", key: id, requestsPerSecond: 7 })
    yield* setGroup("default", { requests_per_second: 0, tokens_per_minute: 5000, budget_usd: 0 })
    const { reserveBudget: _, spentBudget, ...caller } = yield* accepted(key)
    assert.deepEqual(caller, { group: "default", key: id, requestsPerSecond: 0, tokensPerMinute: 5000 })
    assert.strictEqual(spentBudget?.(), 0)
    yield* setGroup("default", { requests_per_second: null, tokens_per_minute: null, budget_usd: null })
    assert.deepEqual(yield* check(key), { group: "default", key: id })
  })

  storeTest("leaves an audit event for each change, and none for a change that fails", function* () {
    yield* createGroup("acme")
    yield* disableGroup("acme")
    yield* enableGroup("acme")
    yield* setGroup("acme", { budget_usd: 10, max_keys: null })
    for (const failing of [
      createGroup("acme"),
      createGroup("a b"),
      disableGroup("other"),
      setGroup("acme", {}),
      setGroup("acme", { requests_per_second: 2 ** 31 })
    ]) {
      assert.strictEqual((yield* Effect.flip(failing))._tag, "StoreError")
    }
    const outcomes = ["made", "disabled", "enabled", "budget_usd=10 max_keys=default"]
    assert.deepEqual(
      yield* audited,
      outcomes.map((outcome) => `group.change acme ${outcome}`)
    )
    assert.deepEqual(
      (yield* listGroups).map(({ settings }) => settings.budget_usd),
      [10, null]
    )
  })
})
