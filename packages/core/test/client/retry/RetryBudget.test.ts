import { assert, it } from "@effect/vitest"
import { retryTokens } from "../../../src/client/defaults.ts"
import * as RetryBudget from "../../../src/client/retry/RetryBudget.ts"

const drain = (budget: RetryBudget.RetryBudget, cost: number) => {
  let taken = 0
  while (budget.take(cost)) taken++
  return taken
}

it("a full bucket pays for 35 transient retries", () => {
  assert.strictEqual(drain(RetryBudget.make(), RetryBudget.costOf("unknown")), 35)
})

it("a full bucket pays for 100 retries after refusals", () => {
  assert.strictEqual(drain(RetryBudget.make(), RetryBudget.costOf("refused")), 100)
})

it("a success gives back what its retries took", () => {
  const budget = RetryBudget.make()
  drain(budget, 5)
  budget.refund(28)
  assert.strictEqual(drain(budget, 14), 2)
})

it("a success without retries gives back 1, and the bucket never overflows", () => {
  const budget = RetryBudget.make()
  budget.refund(0)
  assert.strictEqual(drain(budget, 1), retryTokens)
  budget.refund(0)
  assert.strictEqual(drain(budget, 1), 1)
})
