// How many requests groups may have in progress, and which of them have many.
import { assert } from "@effect/vitest"
import { makeConcurrencyLimit } from "../../../src/server/admission/admitRequest.ts"
import { test } from "../../fixtures/effects.ts"

test.each([
  ["a", { a: 5 }, true],
  ["a", { a: 4 }, false],
  ["calm", { a: 50, b: 50, calm: 20 }, false],
  ["a", { a: 5, b: 5, c: 5 }, true]
] as const)(
  "a group has many requests in progress, until one is over: %s of %j: %s",
  function* ([group, groups, isMany]) {
    const limit = yield* makeConcurrencyLimit
    for (const [name, count] of Object.entries(groups))
      for (let at = 0; at < count; at++) assert.isTrue(limit.take(name))
    assert.strictEqual(limit.hasMany(group), isMany)
    if (!isMany) return
    limit.release(group)
    assert.isFalse(limit.hasMany(group))
  }
)
