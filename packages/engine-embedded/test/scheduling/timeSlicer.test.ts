// Cooperative scheduling: pauses and results.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { sortCooperatively } from "../../src/scheduling/sort.ts"
import { type CooperativeTask, makeTimeSlicer, runSync } from "../../src/scheduling/timeSlicer.ts"

const costing = function* (costs: ReadonlyArray<number>): CooperativeTask<string> {
  yield* costs
  return "done"
}

const compare = (a: readonly [number, number], b: readonly [number, number]) => a[0] - b[0]

describe("a time slicer", () => {
  it.effect("runs steps to their end", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* makeTimeSlicer().run(costing([1, 5_000, 0.5])), "done")
    })
  )
  it.effect("lets others run whenever a slice is full", () =>
    Effect.gen(function* () {
      let others = 0
      // It yields by itself each time.
      const other = Effect.forever(Effect.sync(() => others++))
      yield* Effect.forkChild(other, { startImmediately: true })
      const before = others
      yield* makeTimeSlicer().run(costing(Array.from({ length: 40 }, () => 250)))
      assert.strictEqual(others - before, 10)
    })
  )
})

describe("entries sorted with pauses", () => {
  it("are in the order of a stable sort", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50), { minLength: 0, maxLength: 2_000 }), (keys) => {
        const entries = keys.map((key, at) => [key, at] as const)
        assert.deepStrictEqual(runSync(sortCooperatively(entries, compare)), entries.toSorted(compare))
      })
    )
  })
})
