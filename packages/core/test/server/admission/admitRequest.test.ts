// How many requests groups may have in progress, and which of them have many.
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { makeConcurrencyLimit } from "../../../src/server/admission/admitRequest.ts"
import { test } from "../../fixtures/effects.ts"

const holding = (groups: { readonly [group: string]: number }) =>
  Effect.map(makeConcurrencyLimit, (limit) => {
    for (const [group, count] of Object.entries(groups))
      for (let at = 0; at < count; at++) assert.isTrue(limit.take(group))
    return limit
  })

describe("a group has many requests in progress", () => {
  test.each([
    ["a", { a: 5 }, true],
    ["a", { a: 4 }, false],
    ["a", { a: 50, calm: 2 }, true],
    ["calm", { a: 50, calm: 2 }, false],
    ["calm", { a: 50, b: 50, calm: 20 }, false],
    ["a", { a: 5, b: 5, c: 5 }, true],
    ["new", { a: 5 }, false]
  ] as const)("%s of %j: %s", function* ([group, groups, isMany]) {
    const limit = yield* holding(groups)
    assert.strictEqual(limit.hasMany(group), isMany)
  })

  test("no longer, once they are over", function* () {
    const limit = yield* holding({ a: 6, b: 1 })
    limit.release("a")
    limit.release("b")
    assert.isTrue(limit.hasMany("a"))
    limit.release("a")
    assert.isFalse(limit.hasMany("a"))
  })
})
