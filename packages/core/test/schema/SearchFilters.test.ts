// The filters that search, chat and the web_search tool share. Their bounds are in the wire cases of search.
import { assert, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { isoDate, searchFilters, toolFilters, window } from "../../src/schema/SearchFilters.ts"

const takes = Schema.is(Schema.Struct(searchFilters).check(window))
const toolTakes = Schema.is(Schema.Struct(toolFilters).check(window))

it("null counts as absent in search, not in the tool", () => {
  for (const name of Object.keys(searchFilters)) assert.isTrue(takes({ [name]: null }), name)
  for (const name of Object.keys(toolFilters)) assert.isFalse(toolTakes({ [name]: null }), name)
  const published = { search_recency_filter: null, search_after_date_filter: "1/1/2026" }
  assert.isTrue(takes(published))
  assert.isFalse(takes({ ...published, search_recency_filter: "week" }))
  assert.isTrue(takes({ search_recency_filter: "week", last_updated_after_filter: "1/1/2026" }))
})

it.each([
  ["search_domain_filter", ["a", "-a"], ["", "-", "--a", "a b"]],
  ["search_language_filter", ["en", "FR"], ["e", "e1", "é"]]
])("%s excludes with one dash, or has languages in any case", (name, good, wrong) => {
  for (const one of good) assert.isTrue(takes({ [name]: [one] }), one)
  for (const one of wrong) assert.isFalse(takes({ [name]: [one] }), one)
})

it("a date is a day of the calendar, one digit accepted", () => {
  const dates = ["3/9/2026", "02/29/2024", "2/29/2000", "1/1/0001"]
  assert.deepEqual(dates.map(isoDate), ["2026-03-09", "2024-02-29", "2000-02-29", "0001-01-01"])
  for (const text of "2/29/2026 2/29/1900 4/31/2026 13/1/2026 1/0/2026 1/1/0000 1/1/26 001/1/2026".split(" "))
    assert.isFalse(takes({ last_updated_before_filter: text }), text)
})
