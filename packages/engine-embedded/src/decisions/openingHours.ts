// Which times of a sentence are about which of its days: "Mondays 8 to 12, Wednesdays 14 to 18".
import { compareRanges, isComparable, isDay, type Range } from "../text/ranges.ts"
import type { Sentence } from "./sentence.ts"

/** The days that a time of a sentence is about: those between the time before and it, else those behind it, else all. */
const daysOf = ({ ranges, tokens }: Sentence, { at, end }: Range): ReadonlyArray<Range> => {
  const times = ranges.flatMap((range) => (range.unit === "clock" ? range.at : []))
  const from = times.findLast((time) => time < at) ?? -1
  const to = times.find((time) => time > at) ?? Infinity
  const days = ranges.filter(isDay)
  const before = days.filter((day) => day.at > from && day.at < at)
  const behind = days.filter((day) => day.at > at && day.at < to)
  // "At 19:00 on Friday, at 20:00 on Saturday".
  const direct = tokens[end]?.text === "on" ? behind.filter((day) => day.at <= end + 1) : []
  return [direct, before, behind, days].find(({ length }) => length > 0) ?? []
}

/** The times of a sentence that are about the days asked for, or about none: of "Mondays 8 to 12, Wednesdays 14 to 18". */
export const timesOn = (asked: ReadonlyArray<Range>, sentence: Sentence): ReadonlyArray<Range> =>
  sentence.ranges.filter((time) => {
    if (time.unit !== "clock") return false
    const own = daysOf(sentence, time)
    const found = asked.flatMap((day) =>
      own.filter((other) => isComparable(day, other)).map((other) => compareRanges(day, other))
    )
    return found.length === 0 || found.some((one) => one >= 0)
  })
