// Finds times of day: "8:30", "9 am", "noon", "open from 9:00 to 17:00".
import type { Token } from "./tokenize.ts"
import { findPatterns, tokenPattern, type TokenPattern, type TokenSpan } from "./tokenPatterns.ts"

/** A time of day, or an interval of them, in minutes after midnight. */
interface Interval {
  readonly first: number
  readonly last: number
}

const named: ReadonlyMap<string, number> = new Map([
  ["noon", 720],
  ["midday", 720],
  ["midnight", 1_440]
])

const hour = String.raw`(?:[01]?\d|2[0-4])`
const half = String.raw`(?:[ap]m|[ap] \. m)`
/** A time that is clearly one: "8:30", "9 am", "9 a.m.", "9 o'clock", "noon". "1:20:30" is no time of day. */
const time = String.raw`(?:noon|midday|midnight|(?<!: )${hour} : [0-5]\d(?! :)(?: ${half})?|${hour} (?:${half}|o))`

const minutesOf = (text: string): number => {
  const [, hours, minutes = 0, sign] = /^(\d+)(?: : (\d+))?(?: ([ap]))?/.exec(text) ?? []
  const later = sign === "p" && Number(hours) < 12 ? 12 : sign === "a" && Number(hours) === 12 ? -12 : 0
  return named.get(text) ?? 60 * (Number(hours) + later) + Number(minutes)
}

/** An interval: "from 9 to 17:00", "9 am - 5 pm". One end may be a bare hour, both after "open". */
const readInterval = (before: string, start: string, joint: string, end: string): Interval | undefined => {
  const says = /\b(?:open|opens|opened|hours|available) /.test(before)
  const [isBare, isBareEnd] = [/^\d+$/.test(start), /^\d+$/.test(end)]
  if (joint === "and" && !before.endsWith("between ")) return undefined
  if (!says && (isBareEnd || (isBare && named.has(end)))) return undefined
  const [opening, closing] = [minutesOf(start), minutesOf(end)]
  // "From 2 to 3:30 p.m." is all in the afternoon.
  const first = isBare && end.endsWith("m") && opening + 720 < closing ? opening + 720 : opening
  // "Open from 9 to 5" ends in the afternoon.
  const last = closing <= first && closing <= 720 ? closing + 720 : closing
  return last > first ? { first, last } : undefined
}

const patterns: ReadonlyArray<TokenPattern<Interval>> = [
  [
    tokenPattern(
      String.raw`(?=[\dmn])(?<=(?<!\S)((?:\S+ ){0,6}))(${time}|${hour}) (to|-|–|till|until|and) (${time}|${hour})`
    ),
    ([, before = "", start = "", joint = "", end = ""]) => readInterval(before, start, joint, end)
  ],
  [tokenPattern(time), ([text = ""]) => ({ first: minutesOf(text), last: minutesOf(text) })]
]

/** All times of day of a sentence, in order. */
export const findClockTimes = (tokens: ReadonlyArray<Token>): ReadonlyArray<Interval & TokenSpan> =>
  findPatterns(tokens, patterns)
