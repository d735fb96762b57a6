// Finds times of day: "8:30", "9 am", "noon", "open from 9:00 to 17:00".
import { beforeOldValue } from "./comparisonPhrases.ts"
import { numberWords } from "./numerals.ts"
import type { Token } from "./tokenize.ts"
import { findPatterns, tokenPattern, type TokenPattern, type TokenSpan } from "./tokenPatterns.ts"

/** A time of day, or an interval of them, in minutes after midnight. */
interface Interval {
  readonly first: number
  readonly last: number
}

/** The minutes of a day. An interval that ends on the next one ends after them. */
export const dayMinutes = 1_440

/** Times with a name, in minutes after midnight, and parts of an hour. */
const named = new Map(Object.entries({ noon: 720, midday: 720, midnight: dayMinutes }))
const partMinutes = new Map(Object.entries({ "half past": 30, "quarter past": 15, "quarter to": -15 }))

const hour = String.raw`(?:[01]?\d|2[0-4])`
const hourWord = "(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
const half = String.raw`(?:[ap]m|[ap] \. m)`
const inDay = "in the (?:morning|afternoon|evening)"
const partOfHour = `(?:${[...partMinutes.keys()].join("|")})`
/** Before an hour: "two in the morning" alone may count something, and "ten to eight" is no full hour. */
const beforeHour = String.raw`(?<=(?<!\S)(?:at|from|until|till|by|to|before|after|around|about|between|and|-|–) )(?<!(?:five|ten|twenty|\d) (?:to|past) )`
/**
 * A time that is clearly one: "8:30", "9 am", "7.30 p.m.", "9 o'clock", "at nine in the evening", "half past nine in the morning",
 * "noon". "1:20:30" is no time of day.
 */
const time = String.raw`(?:noon|midday|midnight|(?<!\d : )${hour} : [0-5]\d(?! :)(?: ${half}| ${inDay})?|${hour}(?:\.[0-5]\d)? ${half}|(?:${beforeHour}|${partOfHour} )(?:${hour}|${hourWord})(?: o)? ${inDay}|${hour} o)`

const written = new RegExp(
  String.raw`^(?:(${partOfHour}) )?(\w+)(?:(?: : |\.)(\d+))?(?: o)?(?: (a|p|in the [ae]))?`
)

const minutesOf = (text: string): number => {
  const [, part = "", hours = "", minutes = 0, sign] = written.exec(text) ?? []
  const own = numberWords.get(hours) ?? Number(hours)
  const isEarly = sign === undefined || sign === "a"
  const later = !isEarly && own < 12 ? 12 : sign === "a" && own === 12 ? -12 : 0
  return named.get(text) ?? 60 * (own + later) + Number(minutes) + (partMinutes.get(part) ?? 0)
}

/** An interval: "from 9 to 17:00", "9 am - 5 pm". One end may be a bare hour, both after "open". */
const readInterval = (before: string, start: string, joint: string, end: string): Interval | undefined => {
  const says = /\b(?:open|opens|opened|hours|available) /.test(before)
  const [isBare, isBareEnd] = [/^\d+$/.test(start), /^\d+$/.test(end)]
  if (joint === "and" && !before.endsWith("between ")) return undefined
  if (!says && (isBareEnd || (isBare && named.has(end)))) return undefined
  const [opening, closing] = [minutesOf(start), minutesOf(end)]
  // "From 2 to 3:30 p.m." is all in the afternoon.
  const first = isBare && / [ap]| in /.test(end) && opening + 720 < closing ? opening + 720 : opening
  // "Open from 9 to 5" ends in the afternoon, "from 18:00 to 2:00" on the next day.
  const isLater = closing <= first && closing <= 720
  // "From 11 am to 1 am" and "from 14:00 to 3:00" say which half of the day they end in.
  const isClear = / [ap]| in /.test(end) || /^(?:1[3-9]|2\d) :(?!.* [ap])/.test(start)
  const last = isLater ? closing + (!isClear && closing + 720 > first ? 720 : dayMinutes) : closing
  if (beforeOldValue.test(before.trimEnd())) return { first: closing, last: closing }
  return last > first ? { first, last } : undefined
}

const patterns: ReadonlyArray<TokenPattern<Interval>> = [
  [
    tokenPattern(
      String.raw`(?=\d|noon|mid|${partOfHour}|${hourWord})(?<=(?<!\S)(?<before>(?:\S+ ){0,12}))(?<start>${time}|${hour}) (?<joint>to|-|–|till|until|and) (?<end>${time}|${hour})`
    ),
    ({ before = "", start = "", joint = "", end = "" }) => readInterval(before, start, joint, end)
  ],
  [tokenPattern(`(?<text>${time})`), ({ text = "" }) => ({ first: minutesOf(text), last: minutesOf(text) })]
]

/** The minutes of the parts of a day. */
const partsOfDay: Readonly<Record<string, Interval>> = {
  morning: { first: 0, last: 719 },
  afternoon: { first: 721, last: 1_080 },
  evening: { first: 1_020, last: dayMinutes }
}
const partOfDay: TokenPattern<Interval> = [
  tokenPattern("(?:in the|this|tomorrow|yesterday|[a-z]+day) (?<part>morning|afternoon|evening)"),
  ({ part = "" }) => partsOfDay[part]
]

/** The times and the parts of the day of a sentence, in order. */
export const findIntervals = (tokens: ReadonlyArray<Token>): ReadonlyArray<Interval & TokenSpan> =>
  findPatterns(tokens, [...patterns, partOfDay])

/** All times of day of a sentence, in order. */
export const findClockTimes = (tokens: ReadonlyArray<Token>): ReadonlyArray<Interval & TokenSpan> =>
  findPatterns(tokens, patterns)
