// Properties of bulk work: tried a few times in quick tests, and often in long ones.
import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import { mapDecisions } from "../../../src/helpers/bulk/index.ts"
import { atOnce, collect, toRequest } from "../../fixtures/bulk.ts"

export const mapDecisionsProperties = (often: { readonly runs: number; readonly items: number }) => {
  it("mapDecisions keeps order and loses nothing, for any items, failures and concurrency", async () => {
    const run = fc.asyncProperty(
      fc.array(fc.constantFrom("a", "b", "bad"), { maxLength: 40 }),
      fc.integer({ min: 1, max: 12 }),
      fc.nat(45),
      fc.constantFrom("input" as const, "completion" as const),
      async (items, concurrency, startAt, order) => {
        const options = { concurrency, startAt, order, onError: "yield" } as const
        const results = await collect(mapDecisions(atOnce, items, toRequest, options))
        const found = results.map(({ error, index, item, result }) => [
          index,
          item,
          error?._tag ?? result?.answers.urgent.noul
        ])
        const wanted = items
          .map((item, index) => [index, item, item === "bad" ? "RateLimitError" : 0.5])
          .slice(startAt)
        if (order === "input") assert.deepEqual<unknown>(found, wanted)
        else assert.sameDeepMembers<unknown>(found, wanted)
      }
    )
    const examples: Array<[items: Array<"a" | "b">, concurrency: number, startAt: number, order: "input"]> = [
      [["a", "b"], 8, 0, "input"],
      [["a"], 8, 1, "input"],
      [[], 8, 0, "input"]
    ]
    await fc.assert(run, { numRuns: often.runs, examples })
  })

  it(`mapDecisions keeps a few of ${often.items} items in memory`, async () => {
    const alive = new Set<object>()
    let most = 0
    const source = function* () {
      for (let at = 0; at < often.items; at++) {
        const item = { at }
        alive.add(item)
        most = Math.max(most, alive.size)
        yield item
      }
    }
    let last = -1
    for await (const { index, item } of mapDecisions(atOnce, source(), () => toRequest("a"))) {
      alive.delete(item)
      assert.strictEqual(index, last + 1)
      last = index
    }
    assert.strictEqual(last, often.items - 1)
    // Eight are in flight; the loop has one more, and one waits for its permit.
    assert.isAtMost(most, 10)
  })
}
