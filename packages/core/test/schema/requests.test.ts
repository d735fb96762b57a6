// Values of requests: JSON, its copy as it is sent, filters, and money.
import { assert, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { toJsonValue } from "../../src/schema/toJsonValue.ts"
import { isoDate, searchFilters, toolFilters, window } from "../../src/schema/SearchFilters.ts"
import * as FastCheck from "fast-check"
import { costOf, perMillion, sumOf } from "../../src/schema/Cost.ts"

it("a request that contains itself more than once is sent as it is, for its check to refuse", () => {
  const family: { children: Array<unknown> } = { children: [] }
  for (let count = 0; count < 3; count++) family.children.push({ parent: family, root: family })
  assert.strictEqual(toJsonValue(family), family)
})

const takes = Schema.is(Schema.Struct(searchFilters).check(window))
const toolTakes = Schema.is(Schema.Struct(toolFilters).check(window))

it("null counts as absent in search, not in the tool", () => {
  for (const name of Object.keys(searchFilters)) assert.isTrue(takes({ [name]: null }), name)
  for (const name of Object.keys(toolFilters)) assert.isFalse(toolTakes({ [name]: null }), name)
  assert.isTrue(takes({ search_recency_filter: "week", last_updated_after_filter: "1/1/2026" }))
})

it("a domain is excluded with one dash", () => {
  for (const one of ["a", "-a"]) assert.isTrue(takes({ search_domain_filter: [one] }), one)
  for (const one of ["", "-", "--a", "a b"]) assert.isFalse(takes({ search_domain_filter: [one] }), one)
})

it("a date is a day of the calendar, one digit accepted", () => {
  const dates = ["3/9/2026", "02/29/2024", "1/1/0001"]
  assert.deepEqual(dates.map(isoDate), ["2026-03-09", "2024-02-29", "0001-01-01"])
  for (const text of "2/29/2026 2/29/1900 13/1/2026 1/0/2026 1/1/0000 1/1/26".split(" "))
    assert.isFalse(takes({ last_updated_before_filter: text }), text)
})

it.each([
  ["9 decimals", costOf(9, perMillion(0.008)), 0.000000072],
  ["half up at the tenth decimal, one digit below", costOf(1, 499), 0],
  ["half up at the tenth decimal", costOf(1, 500), 0.000000001],
  ["a whole number beyond those of a double", costOf(9_007_199_254_740_991, 1000), 9_007_199.254740991]
])("a part is exact to %s: %d is %d", (_, cost, wanted) => {
  assert.strictEqual(cost, wanted)
})

it("a total is what the decimal digits of its parts say, without the noise of doubles", () => {
  const nano = FastCheck.bigInt({ min: 0n, max: 10n ** 14n })
  FastCheck.assert(
    FastCheck.property(FastCheck.array(nano, { maxLength: 20 }), (parts) => {
      const total = parts.reduce((sum, part) => sum + part, 0n)
      const digits = total.toString().padStart(10, "0")
      assert.strictEqual(
        sumOf(parts.map((part) => Number(part) / 1e9)),
        Number(`${digits.slice(0, -9)}.${digits.slice(-9)}`)
      )
    })
  )
})
