import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import { makeBodyMemory, makeMemoryBudget } from "../../../src/server/admission/MemoryBudget.ts"
import { bytesPerStep } from "../../../src/scheduling/limits.ts"
import { ServerSettings } from "../../../src/server/ServerSettings.ts"
import { test } from "../../fixtures/effects.ts"
import { makeContext } from "../exchanges.ts"

describe("a budget of memory", () => {
  it("gives one group half, and then no byte more", () => {
    const { held, take } = makeMemoryBudget(100)
    assert.isTrue(take("a", 49))
    assert.isTrue(take("a", 1))
    assert.isFalse(take("a", 1))
    assert.isFalse(makeMemoryBudget(100).take("a", 51))
    assert.strictEqual(held(), 50)
  })

  it("refuses the group that holds much before one that holds little", () => {
    const { fits, take } = makeMemoryBudget(100)
    for (let byte = 0; byte < 40; byte++) assert.isTrue(take("a", 1) && (byte >= 20 || take("b", 1)))
    assert.isFalse(fits("a", 1))
    assert.isTrue(fits("b", 10))
    assert.isTrue(take("c", 20))
  })

  it("leaves as much for one more as each of those holds that take all they may", () => {
    for (const groups of [1, 2, 3, 9, 99]) {
      const { held, take } = makeMemoryBudget(1_000)
      for (let round = 0; round < 1_000; round++) {
        for (let group = 0; group < groups; group++) take(`group ${group}`, 1)
      }
      const share = Math.floor(1_000 / (groups + 1))
      assert.isAtLeast(1_000 - held(), share)
      assert.isTrue(take("one more", Math.floor(share / 2)))
    }
  })

  it("is whole again when all is released", () => {
    const { fits, held, release, take } = makeMemoryBudget(100)
    take("a", 30)
    take("a", 20)
    take("b", 25)
    assert.isFalse(fits("b", 1))
    release("a", 30)
    assert.isTrue(fits("b", 14))
    release("a", 20)
    release("b", 25)
    assert.strictEqual(held(), 0)
    assert.isTrue(take("b", 50))
  })
})

describe("the memory of a request", () => {
  test("is given back at its end, also what is taken for it later", function* () {
    const bodiesBytes = 8 * bytesPerStep
    const memory = yield* makeBodyMemory.pipe(
      Effect.provideService(ServerSettings, { ...ServerSettings.defaultValue(), bodiesBytes })
    )
    const half = 4 * bytesPerStep
    const late = makeContext(undefined, { memory })
    assert.isTrue(late.takeAnswer(half / 2))
    late.release()
    // As an answer that comes when its caller has left.
    assert.isTrue(late.takeAnswer(half))
    assert.isTrue(makeContext(undefined, { memory }).takeAnswer(half))
  })
})
