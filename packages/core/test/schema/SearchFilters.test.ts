// The filters that search, chat and the web_search tool share. Their bounds are in the wire cases of search.
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { LanguageCode } from "../../src/schema/LanguageCode.ts"
import { isoDate, searchFilters, toolFilters, window } from "../../src/schema/SearchFilters.ts"

const takes = Schema.is(Schema.Struct(searchFilters).check(window))
const Tool = Schema.Struct(toolFilters).check(window)

describe("the filters", () => {
  it("are all optional; null counts as absent in search, not in the tool", () => {
    assert.isTrue(takes({}))
    for (const name of Object.keys(searchFilters)) assert.isTrue(takes({ [name]: null }), name)
    assert.isTrue(Schema.is(Tool)({}))
    for (const name of Object.keys(toolFilters)) assert.isFalse(Schema.is(Tool)({ [name]: null }), name)
  })

  it.each([
    ["search_domain_filter", ["a", "a".repeat(253), "-a"], ["", "-", "--a", "a b", 1, null]],
    ["search_language_filter", ["en", "FR"], ["", "e", "e1", "é"]]
  ])("%s excludes with one dash, or has languages in any case", (name, good, wrong) => {
    assert.isTrue(takes({ [name]: [] }))
    for (const one of good) assert.isTrue(takes({ [name]: [one] }), one)
    for (const one of wrong) assert.isFalse(takes({ [name]: [one] }), String(one))
  })

  it.each([
    [{ search_recency_filter: "week", search_after_date_filter: "1/1/2026" }, false],
    [{ search_recency_filter: "week", search_before_date_filter: "1/1/2026" }, false],
    [{ search_recency_filter: "week", search_after_date_filter: null }, true],
    [{ search_recency_filter: null, search_after_date_filter: "1/1/2026" }, true],
    [{ search_recency_filter: "week", last_updated_after_filter: "1/1/2026" }, true]
  ])(
    "refuse a recency together with a publication date, and nothing else: %j is accepted: %s",
    (filters, isGood) => {
      assert.strictEqual(takes(filters), isGood)
    }
  )
})

describe("a date of a filter", () => {
  it("is a day of the calendar, one digit accepted", () => {
    const dates = ["3/9/2026", "02/29/2024", "2/29/2000", "1/1/0001"]
    assert.deepEqual(dates.map(isoDate), ["2026-03-09", "2024-02-29", "2000-02-29", "0001-01-01"])
  })

  it("of no calendar, or in another form, is refused", () => {
    const wrong =
      "2/29/2026 2/29/1900 4/31/2026 13/1/2026 0/1/2026 1/0/2026 1/1/0000 1/1/26 001/1/2026 ١/1/2026"
    for (const text of [...wrong.split(" "), "", "1/1/2026 "]) {
      assert.isUndefined(isoDate(text), text)
      assert.isFalse(takes({ last_updated_before_filter: text }), text)
    }
  })

  it.prop(
    "agrees with the calendar of the machine",
    [Schema.Int.check(Schema.isBetween({ minimum: -50_000, maximum: 80_000 }))],
    ([number]) => {
      const iso = new Date(number * 86_400_000).toISOString().slice(0, 10)
      const [year, month, date] = iso.split("-")
      assert.strictEqual(isoDate(`${month}/${date}/${year}`), iso)
    }
  )
})

it("a language code is two lower case letters", () => {
  const is = Schema.is(LanguageCode)
  assert.isTrue(is("en"))
  for (const wrong of ["", "eng", "EN", "e1"]) assert.isFalse(is(wrong), wrong)
})
