// Numbers, units and comparisons.
import { assert, describe, it } from "@effect/vitest"
import { findComparison, satisfies } from "../../src/text/comparisons.ts"
import { findQuantities } from "../../src/text/quantities.ts"
import { tokenize } from "../../src/text/tokenize.ts"

const read = (text: string) => findQuantities(tokenize(text)).map(({ unit, value }) => [value, unit])

describe("a quantity", () => {
  it("has a value and a unit", () => {
    assert.deepStrictEqual(read("60 seats"), [[60, "count"]])
    assert.deepStrictEqual(read("$1,250.50 in all"), [[1250.5, "money"]])
    assert.deepStrictEqual(read("$2 million"), [[2_000_000, "money"]])
    assert.deepStrictEqual(read("about 30% of it"), [[30, "percent"]])
    assert.deepStrictEqual(read("three weeks and 5 working days"), [
      [21, "time"],
      [5, "time"]
    ])
    assert.deepStrictEqual(read("twenty five users"), [[25, "count"]])
    assert.deepStrictEqual(read("3.5 GB"), [[3500, "size"]])
    assert.deepStrictEqual(read("an 8-year contract"), [[2920, "time"]])
  })

  it("is neither a date nor a time of day", () => {
    assert.deepStrictEqual(read("on 2026-09-30 at 14:35"), [])
  })
})

describe("a bound", () => {
  it("is read off a comparison", () => {
    const rows: ReadonlyArray<readonly [string, number, boolean]> = [
      ["more than 50 seats", 50, false],
      ["more than 50 seats", 51, true],
      ["at least 50 seats", 50, true],
      ["50 or more seats", 50, true],
      ["50 seats or more", 49, false],
      ["fewer than 50 seats", 49, true],
      ["no more than 50 seats", 50, true],
      ["50 seats or fewer", 51, false],
      ["within 7 days", 7, true],
      ["within a week", 8, false],
      ["over $1,000", 1000, false],
      ["8 or more years", 2920, true]
    ]
    for (const [text, value, expected] of rows) {
      const bound = findComparison(tokenize(text))
      assert.strictEqual(bound === undefined ? undefined : satisfies(bound, value), expected, text)
    }
  })

  it("is absent where nothing is compared", () => {
    assert.isUndefined(findComparison(tokenize("all four interviewers recommend it")))
    assert.isUndefined(findComparison(tokenize("is it late?")))
  })
})
