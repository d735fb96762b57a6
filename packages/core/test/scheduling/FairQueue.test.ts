import { assert, it } from "@effect/vitest"
import { FairQueue } from "../../src/scheduling/FairQueue.ts"
import { savedTime } from "../../src/scheduling/limits.ts"

/** A queue of entries of two groups, named by their groups. */
const filled = (heavy: number, calm: number) => {
  const queue = new FairQueue<{ readonly group: string }>()
  for (let entry = 0; entry < heavy; entry++) queue.add("heavy", { group: "heavy" }, 1)
  for (let entry = 0; entry < calm; entry++) queue.add("calm", { group: "calm" }, 1)
  return queue
}

/** Who is served in so many turns, each of which ends with more work of the same request. */
const serve = (queue: ReturnType<typeof filled>, turns: number, cost: (group: string) => number = () => 1) =>
  Array.from({ length: turns }, () => {
    const next = queue.take()
    assert.isDefined(next)
    queue.add(next.group, { group: next.group }, cost(next.group))
    return next.group
  })

const share = (served: ReadonlyArray<string>, group: string) =>
  served.filter((name) => name === group).length / served.length

it("shares the time, not the turns", () => {
  const queue = filled(10, 10)
  serve(queue, 100)
  const served = serve(queue, 500, (group) => (group === "heavy" ? 4 : 1))
  assert.strictEqual(share(served, "heavy"), 0.2)
})

it("serves the oldest entry of a group first", () => {
  const queue = new FairQueue<number>()
  for (const entry of [1, 2, 3]) queue.add("a", entry, 1)
  queue.remove("a", 2)
  queue.remove("a", 2)
  assert.strictEqual(queue.size, 2)
  assert.deepStrictEqual([queue.take(), queue.take(), queue.take()], [1, 3, undefined])
})

it("serves a group that had little to do first, until it has made up for a second", () => {
  const queue = filled(60, 0)
  serve(queue, 10_000)
  queue.add("calm", { group: "calm" }, 1)
  const first = serve(queue, savedTime - 100)
  assert.strictEqual(share(first, "calm"), 1)
  serve(queue, 200)
  assert.strictEqual(share(serve(queue, 100), "calm"), 0.5)
})
