// Numbers, units, dates and comparisons.
import { assert, describe, it } from "@effect/vitest"
import { parseNumeral } from "../../src/text/numerals.ts"
import { compareRanges, findComparison, findRanges, isComparable } from "../../src/text/ranges.ts"
import { tokenize } from "../../src/text/tokenize.ts"

const read = (text: string) =>
  findRanges(tokenize(text)).map(({ high, low, unit }) => [
    low === high ? Number(low.toPrecision(6)) : `${low} to ${high}`,
    unit
  ])

describe("digits", () => {
  it("have English or European separators", () => {
    for (const [text, value] of [
      ["1,234.50", 1234.5],
      ["1.234,50", 1234.5],
      ["1.234.567", 1_234_567],
      ["1,234,567", 1_234_567],
      ["12,5", 12.5],
      ["0.75", 0.75],
      ["1'250", 1250],
      ["1,234", 1234],
      ["1.2.3", undefined],
      ["12.03.2026", undefined]
    ] as const)
      assert.strictEqual(parseNumeral(text), value, text)
  })
})

describe("a quantity", () => {
  it("has a value and a unit", () => {
    for (const [text, ...expected] of [
      ["60 seats", [60, "count"]],
      ["$1,250.50 in all", [1250.5, "money"]],
      ["1.234,56 €", [1234.56, "money"]],
      ["it costs 1.250 EUR", [1250, "money"]],
      ["$2 million", [2_000_000, "money"]],
      ["$1.5m", [1_500_000, "money"]],
      ["40k users", [40_000, "count"]],
      ["30% of it", [30, "percent"]],
      ["three weeks and 5 working days", [21, "time"], [5, "time"]],
      ["90 minutes", [0.0625, "time"]],
      ["twenty five users", [25, "count"]],
      ["3.5 GB", [3500, "size"]],
      ["750 g of flour", [0.75, "mass"]],
      ["1.2 km away", [1200, "length"]],
      ["an 8-year contract", [2922, "time"]],
      ["5 °C", [5, "celsius"]],
      ["2 h 30 min", [0.104167, "time"]],
      ["an hour and 30 minutes", [0.0625, "time"]],
      ["an hour and a half", [0.0625, "time"]],
      ["two and a half hours", [0.104167, "time"]],
      ["one hundred and fifty guests", [150, "count"]],
      ["two thousand three hundred guests", [2300, "count"]],
      ["one hundred and two hundred", [100, "count"], [200, "count"]],
      ["three million seventy seven thousand", [3_077_000, "count"]],
      ["three hundred and five thousand guests", [305_000, "count"]],
      ["one hundred twenty thousand and six", [120_006, "count"]],
      ["2 h 15 min", [0.09375, "time"]],
      ["flight LH 456"],
      ["at 14:35", [875, "clock"]],
      ["at 2:30 pm", [870, "clock"]],
      ["open from 9 to 17", ["540 to 1020", "clock"]],
      ["from 9:00 to 5 pm", ["540 to 1020", "clock"]],
      ["at 9 euros", [9, "money"]],
      ["the score was 1:20:30"],
      ["1 day, 2 hours", [1, "time"], [0.0833333, "time"]],
      ["1 kg 200 g", [1.2, "mass"]],
      ["1 kg and 200 g", [1, "mass"], [0.2, "mass"]],
      ["between 1 hour and 30 minutes", [0.0416667, "time"], [0.0208333, "time"]]
    ] as const)
      assert.deepEqual(read(text), expected as never, text)
  })

  it("is negative after a minus sign, not after a hyphen or the sign of a list", () => {
    for (const [text, ...expected] of [
      ["it is -3 °C", [-3, "celsius"]],
      ["-3 °C at night", [-3, "celsius"]],
      ["it is −3 °C", [-3, "celsius"]],
      ["minus 3 °C", [-3, "celsius"]],
      ["from -10 to -5 °C", ["-10 to -5", "celsius"]],
      ["about -10 °C", ["-11 to -9", "celsius"]],
      ["balance: -250", [-250, "count"]],
      ["a loss of -$250", [-250, "money"]],
      ["-5 eggs", [5, "count"]],
      ["10 -20 kg", ["10 to 20", "mass"]],
      ["10−20 kg", ["10 to 20", "mass"]],
      ["covid-19"]
    ] as const)
      assert.deepEqual(read(text), expected as never, text)
  })

  it("is no identifier and no number of a room", () => {
    for (const text of ["call 555-0199", "order 4471", "INV-2231", "#12", "room 14", "version 1.2.3"])
      assert.deepEqual(read(text), [], text)
  })
})

describe("a date", () => {
  const day = Date.UTC(2026, 2, 3) / 86_400_000

  it("is read in several forms", () => {
    for (const text of [
      "2026-03-03",
      "3 March 2026",
      "March 3, 2026",
      "the 3rd of March 2026",
      "03.03.2026",
      "Mar 3 2026"
    ])
      assert.deepEqual(read(text), [[day, "date"]], text)
  })

  it("is a span where day and month may be exchanged, and where only a month or a year is known", () => {
    assert.deepEqual(read("04/03/2026"), [[`${day + 1} to ${Date.UTC(2026, 3, 3) / 86_400_000}`, "date"]])
    assert.strictEqual(read("in 2025").length, 1)
    assert.deepEqual(read("you may march on"), [])
  })
})

/** What a statement says about what is asked; `undefined` when they are about different things. */
const verdict = (asked: string, stated: string) => {
  const [want, have] = [findComparison(tokenize(asked)), findRanges(tokenize(stated))[0]]
  return want === undefined || have === undefined || !isComparable(want, have)
    ? undefined
    : compareRanges(want, have)
}

describe("a comparison", () => {
  it("holds, fails, or cannot be decided", () => {
    for (const [asked, stated, expected] of [
      ["more than 50 seats", "50 seats", -1],
      ["more than 50 seats", "51 seats", 1],
      ["more than 50 seats", "over 60 seats", 1],
      ["more than 50 seats", "over 40 seats", 0],
      ["more than 50 seats", "up to 20 seats", -1],
      ["more than 50 seats", "about 50 seats", 0],
      ["at least 50 seats", "50 seats", 1],
      ["50 or more seats", "50 seats", 1],
      ["50 seats or more", "49 seats", -1],
      ["no more than 50 seats", "50 seats", 1],
      ["not more than 50 seats", "51 seats", -1],
      ["50 seats or fewer", "51 seats", -1],
      ["not fewer than 50 seats", "50 seats", 1],
      ["no younger than 18 years", "17 years", -1],
      ["exactly 50 seats", "51 seats", -1],
      ["exactly 50 seats", "50 seats", 1],
      ["between 10 and 20 seats", "15 seats", 1],
      ["between 10 and 20 seats", "25 seats", -1],
      ["between $1,000 and $2,000", "$1.5k", 1],
      ["within a week", "8 days", -1],
      ["within 30 days", "45 days ago", -1],
      ["within the last 30 days", "45 days ago", -1],
      ["over $1,000", "$1,000.00", -1],
      ["8 or more years", "8 years", 1],
      ["at least one year", "12 months", 1],
      ["at least 30 days", "a month", 0],
      ["more than 2 kg", "1500 g", -1],
      ["more than 1 km", "1,200 m", 1],
      ["under 2 hours", "90 minutes", 1],
      ["more than 1,000 EUR", "1.234,56 €", 1],
      ["more than 1,000 EUR", "$2,000", undefined],
      ["more than 2 kg", "3 km", undefined],
      ["below 0 °C", "-3 °C", 1],
      ["below -5 °C", "-3 °C", -1],
      ["below -5 °C", "-8 °C", 1],
      ["below 100 euros", "a balance of -250 euros", 1],
      ["more than 100 euros", "a balance of -250 euros", -1],
      ["between 0 and 10 euros", "a balance of -5 euros", -1],
      ["between 0 and 10 euros", "under 5 euros", 1],
      ["more than 2 hours", "2 h 15 min", 1],
      ["faster than 130 km/h", "120 km/h", -1],
      ["faster than 50 mph", "120 km/h", 1],
      ["no faster than 130 km/h", "120 km/h", 1],
      ["slower than 130 km/h", "120 kilometres per hour", 1],
      ["faster than 2 hours", "90 minutes", 1],
      ["more than 100 km", "120 km/h", undefined],
      ["before 5 April 2026", "on 2026-03-03", 1],
      ["after 5 April 2026", "on 3 March 2026", -1],
      ["before 5 April", "on 2026-03-03", 1],
      ["before 2026", "in May 2025", 1],
      ["by March 31, 2026", "on 2026-03-31", 1],
      ["before March 3, 2026", "on 04/03/2026", -1],
      ["before March 20, 2026", "on 04/03/2026", 0]
    ] as const)
      assert.strictEqual(verdict(asked, stated), expected, `${asked} | ${stated}`)
  })

  it("is absent where nothing is compared", () => {
    for (const text of [
      "all four interviewers recommend it",
      "is it late?",
      "3 seats and more users",
      "the 5 days"
    ])
      assert.isUndefined(findComparison(tokenize(text)), text)
  })
})
