import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as RetryBudget from "../../src/retry/RetryBudget.ts"

const drain = (budget: RetryBudget.RetryBudget, cost: number) =>
  Effect.gen(function* () {
    let taken = 0
    while (yield* budget.take(cost)) taken++
    return taken
  })

it.effect("a full bucket pays for 35 transient retries", () =>
  Effect.gen(function* () {
    const budget = yield* RetryBudget.make
    assert.strictEqual(yield* drain(budget, RetryBudget.costOf("unknown")), 35)
  })
)

it.effect("a full bucket pays for 100 retries after refusals", () =>
  Effect.gen(function* () {
    const budget = yield* RetryBudget.make
    assert.strictEqual(yield* drain(budget, RetryBudget.costOf("refused")), 100)
  })
)

it.effect("a success gives back what its retries took", () =>
  Effect.gen(function* () {
    const budget = yield* RetryBudget.make
    yield* drain(budget, 5)
    yield* budget.giveBack(28)
    assert.strictEqual(yield* drain(budget, 14), 2)
  })
)

it.effect("a success without retries gives back 1, and the bucket never overflows", () =>
  Effect.gen(function* () {
    const budget = yield* RetryBudget.make
    yield* budget.giveBack(0)
    assert.strictEqual(yield* drain(budget, 1), RetryBudget.capacity)
    yield* budget.giveBack(0)
    assert.strictEqual(yield* drain(budget, 1), 1)
  })
)
