// What the clients weigh in a consumer's bundle, against their budgets and against the table in docs.
import { readFileSync } from "node:fs"
import { assert, beforeAll, describe, it } from "vitest"
import { type Row, differences, render, tablePath, weigh } from "../../src/benchmarks/sizes/command.ts"

let rows: ReadonlyArray<Row> = []
beforeAll(async () => {
  rows = await weigh()
})

describe("budgets", () => {
  it("a bundle is no larger than its budget", () => {
    assert.isAbove(rows.length, 2)
    for (const { entry, whole } of rows) assert.isAtMost(whole, entry.limit ?? Infinity, entry.name)
  })

  it("first-party code in a bundle is no larger than its budget", () => {
    for (const { entry, own } of rows) assert.isAtMost(own, entry.ownLimit ?? Infinity, entry.name)
  })

  it("the table in docs/sizes.md is that of these sources: npm run lab -- sizes writes it", () => {
    assert.deepStrictEqual(differences(readFileSync(tablePath, "utf8"), render(rows)), [])
  })
})

const row = (whole: number, own: number): Row => ({
  entry: { name: "a", code: "", external: [], whole: 9 },
  whole,
  own
})

describe("the table", () => {
  it("agrees with itself and within a hundredth", () => {
    assert.deepStrictEqual(differences(render([row(10_000, 2_000)]), render([row(10_099, 1_981)])), [])
  })

  it("differs beyond a hundredth, in either figure, and by a missing row", () => {
    assert.lengthOf(differences(render([row(10_000, 2_000)]), render([row(10_200, 2_000)])), 1)
    assert.lengthOf(differences(render([row(10_000, 2_000)]), render([row(10_000, 1_900)])), 1)
    assert.lengthOf(differences(render([]), render([row(10_000, 2_000)])), 1)
  })
})
