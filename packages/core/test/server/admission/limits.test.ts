// Limits of one server: requests and tokens in a window, concurrent requests, and memory.
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { make, makeMemory } from "../../../src/server/admission/RateLimiter.ts"
import { test } from "../../fixtures/effects.ts"
import { makeConcurrencyLimit } from "../../../src/server/admission/admitRequest.ts"
import { makeBodyMemory, makeMemoryBudget } from "../../../src/server/admission/MemoryBudget.ts"
import { bytesPerStep } from "../../../src/scheduling/limits.ts"
import { ServerSettings } from "../../../src/server/ServerSettings.ts"
import { makeContext } from "../exchanges.ts"

test("a limit in memory does not start again when the clock is set back a little, and does when it is set back far", function* () {
  const { take } = make(makeMemory(), { requestsPerSecond: 1 })
  yield* TestClock.setTime(10_001)
  assert.isUndefined((yield* take("a", "x")).wait)
  yield* TestClock.setTime(9_990)
  assert.strictEqual((yield* take("a", "x")).wait, 1_010)
  yield* TestClock.setTime(3_000)
  assert.isUndefined((yield* take("a", "x")).wait)
})

test("a limit in memory keeps the 50,000 names used last, however many are asked for", function* () {
  const { take } = make(makeMemory(), { requestsPerSecond: 2 })
  yield* take("first", "x")
  for (let group = 0; group < 49_999; group++) yield* take(`group-${group}`, "x")
  assert.strictEqual((yield* take("first", "x")).used, 2)
  yield* take("one more", "x")
  assert.strictEqual((yield* take("first", "x")).used, 2)
  assert.strictEqual((yield* take("group-0", "x")).used, 1)
})

test("tokens in a minute settled after their minute change nothing in the next", function* () {
  const { reserve } = make(makeMemory())
  const first = yield* reserve("a", 100, 100)
  yield* TestClock.setTime(60_000)
  assert.isUndefined((yield* reserve("a", 60, 100)).wait)
  yield* first.settle(0)
  assert.isDefined((yield* reserve("a", 60, 100)).wait)
})

test("a group has as many requests at once as the limit says, has many only beside few others, and gives each back", function* () {
  const limit = yield* makeConcurrencyLimit
  for (let at = 0; at < limit.most; at++) assert.isTrue(limit.take("a"))
  assert.isFalse(limit.take("a"))
  assert.isTrue(limit.take("b"))
  assert.deepEqual([limit.hasMany("a"), limit.hasMany("b")], [true, false])
  limit.release("a")
  assert.isTrue(limit.take("a"))
})

it("a budget of memory leaves as much for one more as each of those holds that take all they may, and is whole again at last", () => {
  for (const groups of [1, 2, 3, 9, 99]) {
    const { held, release, take } = makeMemoryBudget(1_000)
    const taken = Array.from({ length: groups }, () => 0)
    for (let round = 0; round < 1_000; round++)
      taken.forEach((bytes, group) => (taken[group] = bytes + (take(`group ${group}`, 1) ? 1 : 0)))
    const share = Math.floor(1_000 / (groups + 1))
    assert.isAtLeast(1_000 - held(), share)
    assert.isTrue(take("one more", Math.floor(share / 2)))
    release("one more", Math.floor(share / 2))
    taken.forEach((bytes, group) => release(`group ${group}`, bytes))
    assert.strictEqual(held(), 0)
    assert.isFalse(take("one more", 501))
    assert.isTrue(take("one more", 500))
    assert.isFalse(take("one more", 1))
  }
})

test("the memory of a request is given back at its end, also what is taken for it later", function* () {
  const half = 4 * bytesPerStep
  const memory = yield* makeBodyMemory.pipe(
    Effect.provideService(ServerSettings, { ...ServerSettings.defaultValue(), bodiesBytes: 2 * half })
  )
  const late = makeContext(undefined, { memory })
  assert.isTrue(late.takeAnswer(half / 2))
  late.release()
  // As an answer that comes when its caller has left.
  assert.isTrue(late.takeAnswer(half))
  assert.isTrue(makeContext(undefined, { memory }).takeAnswer(half))
})
