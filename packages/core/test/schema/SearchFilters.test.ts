// The filters that search, chat and the web_search tool share.
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { LanguageCode } from "../../src/schema/LanguageCode.ts"
import { isoDate, searchFilters, toolFilters, window } from "../../src/schema/SearchFilters.ts"

const Filters = Schema.Struct(searchFilters).check(window)
const Tool = Schema.Struct(toolFilters).check(window)
const closed = { onExcessProperty: "error" } as const
const takes = Schema.is(Filters)
const domains = (value: unknown) => takes({ search_domain_filter: value })
const languages = (value: unknown) => takes({ search_language_filter: value })
const list = (size: number, entry: string) => Array.from({ length: size }, () => entry)

describe("the filters", () => {
  it("are all optional; null counts as absent in search, not in the tool", () => {
    assert.isTrue(takes({}))
    for (const name of Object.keys(searchFilters)) assert.isTrue(takes({ [name]: null }), name)
    assert.isTrue(Schema.is(Tool)({}))
    for (const name of Object.keys(toolFilters)) assert.isFalse(Schema.is(Tool)({ [name]: null }), name)
  })

  it("of the tool have no language and no mode", () => {
    const decode = Schema.decodeUnknownExit(Tool, closed)
    assert.strictEqual(decode({ search_recency_filter: "day" })._tag, "Success")
    assert.strictEqual(decode({ search_language_filter: ["en"] })._tag, "Failure")
    assert.strictEqual(decode({ search_mode: "web" })._tag, "Failure")
  })

  it("take 0 to 20 domains of 1 to 253 characters", () => {
    assert.isTrue(domains([]))
    assert.isTrue(domains(list(20, "tides.example")))
    assert.isFalse(domains(list(21, "tides.example")))
    assert.isTrue(domains(["a", "a".repeat(253), "-tides.example", "-a"]))
    for (const wrong of ["", "a".repeat(254), "-", "--a", "a b", " ", 1, null])
      assert.isFalse(domains([wrong]), String(wrong))
    assert.isFalse(domains("tides.example"))
  })

  it("take 0 to 20 languages of two letters", () => {
    assert.isTrue(languages([]))
    assert.isTrue(languages(["en", "FR"]))
    assert.isTrue(languages(list(20, "en")))
    assert.isFalse(languages(list(21, "en")))
    for (const wrong of ["", "e", "eng", "e1", "é", "enn"]) assert.isFalse(languages([wrong]), wrong)
  })

  it("know five recencies and three modes", () => {
    for (const recency of ["hour", "day", "week", "month", "year"])
      assert.isTrue(takes({ search_recency_filter: recency }))
    assert.isFalse(takes({ search_recency_filter: "minute" }))
    for (const mode of ["web", "academic", "sec"]) assert.isTrue(takes({ search_mode: mode }))
    assert.isFalse(takes({ search_mode: "news" }))
  })

  it("refuse a recency together with a publication date, and nothing else", () => {
    const recency = { search_recency_filter: "week" }
    assert.isFalse(takes({ ...recency, search_after_date_filter: "1/1/2026" }))
    assert.isFalse(takes({ ...recency, search_before_date_filter: "1/1/2026" }))
    assert.isFalse(
      takes({ ...recency, search_after_date_filter: null, search_before_date_filter: "1/1/2026" })
    )
    assert.isTrue(takes({ ...recency, search_after_date_filter: null }))
    assert.isTrue(takes({ search_recency_filter: null, search_after_date_filter: "1/1/2026" }))
    assert.isTrue(takes({ ...recency, last_updated_after_filter: "1/1/2026" }))
    assert.isTrue(takes({ search_after_date_filter: "1/2/2026", search_before_date_filter: "1/9/2026" }))
  })
})

describe("a date of a filter", () => {
  it("is a day of the calendar, one digit accepted", () => {
    assert.strictEqual(isoDate("3/9/2026"), "2026-03-09")
    assert.strictEqual(isoDate("12/31/1999"), "1999-12-31")
    assert.strictEqual(isoDate("02/29/2024"), "2024-02-29")
    assert.strictEqual(isoDate("2/29/2000"), "2000-02-29")
    assert.strictEqual(isoDate("1/1/0001"), "0001-01-01")
  })

  it("of no calendar, or in another form, is refused", () => {
    const wrong =
      "2/29/2026 2/29/1900 4/31/2026 13/1/2026 0/1/2026 1/0/2026 1/32/2026 1/1/0000 2026-01-01 1/1/26"
    for (const text of [
      ...wrong.split(" "),
      "",
      "1/1/2026 ",
      " 1/1/2026",
      "001/1/2026",
      "1.1.2026",
      "١/1/2026"
    ]) {
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

describe("a language code", () => {
  it("is two lower case letters", () => {
    const is = Schema.is(LanguageCode)
    assert.isTrue(is("en"))
    for (const wrong of ["", "e", "eng", "EN", "e1"]) assert.isFalse(is(wrong), wrong)
  })
})
