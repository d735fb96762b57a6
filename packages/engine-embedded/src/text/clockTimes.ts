// Finds times of day: "8:30", "9 am", "noon", "open from 9:00 to 17:00".
import type { Token } from "./tokenize.ts"

/** A time of day, or an interval of them, in minutes after midnight. `at` is the index of its first token, `end` the one after its last. */
export interface ClockTime {
  readonly first: number
  readonly last: number
  readonly at: number
  readonly end: number
}

const named: ReadonlyMap<string, number> = new Map([
  ["noon", 720],
  ["midday", 720],
  ["midnight", 1_440]
])

const textAt = (tokens: ReadonlyArray<Token>, at: number): string => tokens[at]?.text ?? ""

const hourAt = (tokens: ReadonlyArray<Token>, at: number): number | undefined =>
  /^(?:[01]?\d|2[0-4])$/.test(textAt(tokens, at)) ? Number(textAt(tokens, at)) : undefined

const withHalf = (hour: number, half: string): number =>
  half.startsWith("p") && hour < 12 ? hour + 12 : half.startsWith("a") && hour === 12 ? 0 : hour

/** A time that is clearly one: "8:30", "9 am", "9 a.m.", "9 o'clock", "noon". */
const explicitAt = (tokens: ReadonlyArray<Token>, at: number): ClockTime | undefined => {
  const name = named.get(textAt(tokens, at))
  if (name !== undefined) return { first: name, last: name, at, end: at + 1 }
  const hour = hourAt(tokens, at)
  if (hour === undefined) return undefined
  const hasMinutes = textAt(tokens, at + 1) === ":" && /^[0-5]\d$/.test(textAt(tokens, at + 2))
  // "1:20:30" is no time of day.
  if (hasMinutes && [textAt(tokens, at - 1), textAt(tokens, at + 3)].includes(":")) return undefined
  const minutes = hasMinutes ? Number(textAt(tokens, at + 2)) : 0
  let end = hasMinutes ? at + 3 : at + 1
  let half = textAt(tokens, end)
  const isDotted =
    (half === "a" || half === "p") && textAt(tokens, end + 1) === "." && textAt(tokens, end + 2) === "m"
  if (half === "am" || half === "pm") end++
  else if (isDotted) end += 3
  else if (half === "o" && !hasMinutes) end++
  else if (hasMinutes) half = ""
  else return undefined
  const value = 60 * withHalf(hour, half) + minutes
  return { first: value, last: value, at, end }
}

const joints = new Set(["to", "-", "–", "till", "until", "and"])

/** An interval: "from 9 to 17:00", "9 am - 5 pm". The first hour may be bare. */
const spanAt = (tokens: ReadonlyArray<Token>, at: number): ClockTime | undefined => {
  const isBare = explicitAt(tokens, at) === undefined
  const hour = hourAt(tokens, at)
  const start = explicitAt(tokens, at) ?? (hour === undefined ? undefined : { first: 60 * hour, end: at + 1 })
  if (start === undefined || !joints.has(textAt(tokens, start.end))) return undefined
  if (textAt(tokens, start.end) === "and" && textAt(tokens, at - 1) !== "between") return undefined
  const last = hourAt(tokens, start.end + 1)
  const opens = /^(?:open|opens|opened|hours|available)$/
  const says = tokens.slice(Math.max(0, at - 6), at).some(({ text }) => opens.test(text))
  const bareEnd = says && last !== undefined ? { first: 60 * last, end: start.end + 2 } : undefined
  const end = explicitAt(tokens, start.end + 1) ?? bareEnd
  if (end === undefined || (isBare && !says && named.has(textAt(tokens, start.end + 1)))) return undefined
  // "From 2 to 3:30 p.m." is all in the afternoon.
  const isLate = isBare && /^p?m$/.test(textAt(tokens, end.end - 1)) && start.first + 720 < end.first
  const first = isLate ? start.first + 720 : start.first
  // "Open from 9 to 5" ends in the afternoon.
  const closing = end.first <= first && end.first <= 720 ? end.first + 720 : end.first
  return closing > first ? { first, last: closing, at, end: end.end } : undefined
}

/** All times of day of a sentence, in order. */
export const findClockTimes = (tokens: ReadonlyArray<Token>): ReadonlyArray<ClockTime> => {
  const found: Array<ClockTime> = []
  for (let at = 0; at < tokens.length; at++) {
    const time = spanAt(tokens, at) ?? explicitAt(tokens, at)
    if (time === undefined) continue
    found.push(time)
    at = time.end - 1
  }
  return found
}
