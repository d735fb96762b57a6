// What the clients weigh in a consumer's bundle, against their budgets and against the table in docs.
import { readFileSync } from "node:fs"
import { assert, beforeAll, it } from "vitest"
import { type Row, render, tablePath, weigh } from "../../src/benchmarks/sizes/command.ts"

let rows: ReadonlyArray<Row> = []
beforeAll(async () => {
  rows = await weigh()
}, 180_000)

it("bundles, and first-party code in them, are no larger than their budgets", () => {
  for (const { entry, own, whole } of rows) {
    assert.isAtMost(whole, entry.limit?.whole ?? Infinity, entry.name)
    assert.isAtMost(own, entry.limit?.own ?? Infinity, `first-party code of ${entry.name}`)
  }
})

const figure = /\d[\d,]*/g

it("the table in docs/sizes.md is that of these sources: npm run lab -- sizes writes it", () => {
  const [standing, made] = [readFileSync(tablePath, "utf8"), render(rows)]
  assert.strictEqual(standing.replaceAll(figure, "0"), made.replaceAll(figure, "0"))
  const valuesOf = (text: string) =>
    Array.from(text.matchAll(figure), ([all]) => Number(all.replaceAll(",", "")))
  const values = valuesOf(made)
  // Compressors differ a little between versions of Node.
  for (const [index, value] of valuesOf(standing).entries())
    assert.approximately(value, values[index] ?? Number.NaN, value / 100)
})
