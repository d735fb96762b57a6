import * as Effect from "effect/Effect"
import { assert, it } from "vitest"
import { makeBodyMemory, makeMemoryBudget } from "../../../src/server/admission/MemoryBudget.ts"
import { bytesPerStep } from "../../../src/scheduling/limits.ts"
import { ServerSettings } from "../../../src/server/ServerSettings.ts"
import { test } from "../../fixtures/effects.ts"
import { makeContext } from "../exchanges.ts"

it("a budget of memory gives one group half, and then no byte more", () => {
  const { take } = makeMemoryBudget(100)
  assert.isFalse(take("a", 51))
  assert.isTrue(take("a", 50))
  assert.isFalse(take("a", 1))
})

it("it leaves as much for one more as each of those holds that take all they may, and is whole again at last", () => {
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
    assert.isTrue(take("one more", 500))
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
