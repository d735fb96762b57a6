// What texts say in numbers: quantities with units, and comparisons, which dates take part in. What probes ask is in `tools/figures.test.ts`.
import { assert, it } from "vitest"
import { compareRanges, findRanges, isComparable } from "../../src/text/ranges.ts"
import { tokenize } from "../../src/text/tokenize.ts"

/** The quantities of a text: numbers or ranges, each with its unit. */
const read = (text: string) =>
  findRanges(tokenize(text)).map(
    ({ high, low, unit }) => `${low === high ? Number(low.toPrecision(6)) : `${low} to ${high}`} ${unit}`
  )

it.each([
  ["$1,250.50 in all", "1250.5 money"],
  ["three weeks and 5 working days", "21 time, 5 time"],
  ["an 8-year contract", "2922 time"],
  ["2 h 30 min", "0.104167 time"],
  ["two and a half hours", "0.104167 time"],
  ["one hundred and two hundred", "100 count, 200 count"],
  ["flight LH 456", ""],
  ["open from 9 to 17", "540 to 1020 clock"],
  ["from 9:00 to 5 pm", "540 to 1020 clock"],
  ["the score was 1:20:30", ""],
  ["1 kg 200 g", "1.2 mass"],
  ["between 1 hour and 30 minutes", "0.0416667 time, 0.0208333 time"],
  // A minus sign, not a hyphen or the sign of a list.
  ["it is -3 °C", "-3 celsius"],
  ["from -10 to -5 °C", "-10 to -5 celsius"],
  ["about -10 °C", "-11 to -9 celsius"],
  ["10 -20 kg", "10 to 20 mass"],
  ["7.30 p.m. and at ten in the evening", "1170 clock, 1320 clock"],
  ["from 8 until 11 in the morning", "480 to 660 clock"],
  ["quarter to eight in the evening", "1185 clock"],
  ["brought forward from 11:30 to 9:15", "555 clock"],
  ["on 3, 4 and 5 May", "123 date, 124 date, 125 date"],
  ["from Monday 9 to Friday 13 March", "68 to 72 date, 0 weekday"],
  ["this afternoon", "721 to 1080 clock"],
  ["Monday to Friday, and on Sundays", "0 to 4 weekday, 6 weekday"],
  ["two men, aged 24 and 31", "2 count, 8766 time, 11322.8 time"],
  // What has changed, a rate and a comparison with a year are none.
  ["the staff grew from 15 to 40", "40 count"],
  ["raised from 8 euros to 10 euros", "10 money"],
  ["the lesson at 9:15 was put off to 11:00", "660 clock"],
  ["18 euros an hour, 30 days of holiday a year", "18 money, 30 time"],
  ["We saw 12 films and went to three concerts.", "12 count, 3 count"],
  ["at 9:30, 4 May 2026", "20577 date, 570 clock"],
  ["from Friday to Monday", "4 to 7 weekday"],
  ["Tue. – Sat.", "1 to 5 weekday"],
  ["more than last year", ""],
  ["3 kg, the other 5, built in 1974", "3 mass, 5 mass, 1461 to 1825 date"],
  ["1 March to 10 April 2027", "20878 to 20918 date"],
  ["3 seats and more users", "3 count"],
  // Identifiers and numbers of rooms are none.
  ["INV-2231", ""]
])("%s has the quantities %j", (text, expected) => assert.strictEqual(read(text).join(", "), expected))

/** What a statement says about what is asked; `undefined` when they are about different things. */
const verdict = (asked: string, stated: string) => {
  const [want, have] = [asked, stated].map((text) => findRanges(tokenize(text))[0])
  return want === undefined || have === undefined || !isComparable(want, have)
    ? undefined
    : compareRanges(want, have)
}

it.each([
  ["more than 50 seats", "50 seats", -1],
  ["more than 50 seats", "about 50 seats", 0],
  ["50 or more seats", "50 seats", 1],
  ["no more than 50 seats", "50 seats", 1],
  ["between $1,000 and $2,000", "$1.5k", 1],
  ["more than 100 euros", "a balance of -250 euros", -1],
  ["more than 100 km", "120 km/h", undefined],
  ["before 5 April", "on 2026-03-03", undefined],
  ["before March 3, 2026", "on 04/03/2026", -1],
  ["before March 20, 2026", "on 04/03/2026", 0],
  ["before 5 April", "you may march on", undefined],
  ["on 3 April", "until 5 April", 1],
  ["at 1 p.m.", "no later than noon", -1],
  ["at 11 a.m.", "no later than noon", 0],
  ["ten years old", "aged eight or over", 0],
  ["a group of 10", "under 12", 1],
  ["four players", "two to five players", 1],
  ["on Tuesday", "from Monday to Friday", 1],
  ["on Sunday", "on weekdays", -1]
])("whether it is %s where it is %s: %s", (asked, stated, expected) =>
  assert.strictEqual(verdict(asked, stated), expected)
)
