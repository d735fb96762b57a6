// The form of answers: a number for "how many", a time for "when"; and the words that "€12" or "Monday to Friday" imply.
import { calendarStems, dayNames } from "../text/calendar.ts"
import { negationScopes } from "../text/negation.ts"
import { findRanges, type Range } from "../text/ranges.ts"
import { tokenize } from "../text/tokenize.ts"
import type { Unit } from "../text/units.ts"
import { findForms } from "../text/writtenForms.ts"
import type { Passage } from "./passages.ts"

type Form = (passage: Passage, ranges: ReadonlyArray<Range>) => boolean

const mayHaveRanges = /\d|\ban? (?:second|minute|hour|day|week|month|year)\b|\b(?:noon|midnight)\b/i

/** Ranges by the tokens that they are read from: a passage is ranked several times. */
const known = new WeakMap<Passage["tokens"], ReadonlyArray<Range>>()

const rangesOf = ({ text, tokens }: Passage): ReadonlyArray<Range> => {
  const before = known.get(tokens)
  if (before !== undefined) return before
  const isWorth = mayHaveRanges.test(text) || tokens.some(({ kind }) => kind === "number")
  const ranges = isWorth ? findRanges(tokens) : []
  known.set(tokens, ranges)
  return ranges
}

const hasNumber: Form = ({ tokens }, ranges) =>
  ranges.length > 0 || tokens.some(({ kind }) => kind === "number")

const timeUnits: ReadonlySet<Unit> = new Set(["date", "clock", "time"])
const isYear = ({ low, unit }: Range): boolean => unit === "count" && low >= 1_000 && low < 2_100

const hasTime: Form = ({ text, tokens }, ranges) =>
  ranges.some((range) => timeUnits.has(range.unit) || isYear(range)) ||
  tokens.some(({ stem }) => calendarStems.has(stem)) ||
  /\b(?:daily|weekends?|spring|summer|autumn|winter|each|every)\b/i.test(text)

const forms: ReadonlyArray<readonly [question: RegExp, answer: Form]> = [
  [
    /\b(?:how (?:many|much|long|large|big|old|far|often|fast|high|deep|tall|wide|hot|cold|heavy)|what (?:number|price|cost|size|rate|limit|is paid)|cost)\b/i,
    hasNumber
  ],
  [
    /\b(?:when|what (?:time|date|year|day|month)|which (?:year|day|month|date)|(?:since|until) when)\b/i,
    hasTime
  ],
  [/\b(?:who|whom|whose)\b/i, ({ text }) => /.\b\p{Lu}\p{L}+/u.test(text)]
]

/** Has a passage the form of an answer to a question? */
export const hasAnswerForm = (question: string, passage: Passage): boolean =>
  forms.find(([asked]) => asked.test(question))?.[1](passage, rangesOf(passage)) === true

const stemsOf = (words: string): ReadonlyArray<string> => tokenize(words).map(({ stem }) => stem)

/** Words that a number of a unit speaks of. */
const implied: ReadonlyMap<Unit, ReadonlyArray<string>> = new Map([
  ["money", stemsOf("cost price pay fee charge expensive cheap much")],
  ["time", stemsOf("long duration time")],
  ["clock", stemsOf("time hour")]
])

/** Signs of addresses of a kind, and words that these speak of. */
const ofAddresses = [
  ["phone", /\d{3}/, stemsOf("telephone phone number mobile call contact reach")],
  ["email", /@/, stemsOf("email mail address write contact reach")]
] as const

/** Strength of an implied word as a mention, 0 to 1. Days have 1. */
const impliedStrength = 0.7

const short = dayNames.map((day) => day.slice(0, 3)).join("|")
const dayRange = new RegExp(
  `\\b(${short})[a-z]*\\.?\\s*(?:to|until|through|[-–—])\\s*(${short})[a-z]*\\b`,
  "i"
)

/** The days within "Monday to Friday" or "weekends", or all for "daily". */
const daysIn = (text: string): ReadonlyArray<string> => {
  if (/\b(?:every ?day|daily|seven days a week)\b/i.test(text)) return dayNames
  const found = /\bweekends?\b/i.test(text) ? dayNames.slice(5) : []
  if (/\bweekdays?\b/i.test(text)) return [...dayNames.slice(0, 5), ...found]
  const [, first, last = ""] = dayRange.exec(text.toLowerCase()) ?? []
  if (first === undefined) return found
  const start = dayNames.findIndex((day) => day.startsWith(first))
  const length = (dayNames.findIndex((day) => day.startsWith(last)) - start + 7) % 7
  return [...Array.from({ length: length + 1 }, (_, at) => dayNames[(start + at) % 7] ?? ""), ...found]
}

/** The beginning of a question of yes or no. */
export const asksWhether =
  /^(?:(?:and|but|so)\s+)?(?:am|is|are|was|were|can|could|may|must|should|do|does|did|will|would|has|have)\b/i

/** Is it a question of yes or no about what is without something: "Can children swim without an adult?" */
export const asksWithout = (question: string): boolean => {
  const tokens = tokenize(question)
  const negation = negationScopes(tokens)
  return asksWhether.test(question) && tokens.some(({ content }, at) => content && negation[at] === 1)
}

const calculation =
  /^(?:(?:what|howmuch)(?:['’]s|is|are|makes?)?|calculate|compute)?\(?\d[\d.,%()]*(?:(?:[-+*/×÷^x]|plus|minus|times|dividedby|multipliedby|of)[\d.,%()]+)+[=?!]*$/i

/** Is a question a calculation and nothing else: "What is 2 + 2?" */
export const asksToCalculate = (question: string): boolean => calculation.test(question.replaceAll(/\s/g, ""))

/** Is a passage a row of nothing but prices? */
export const isPrice = ({ row }: Passage): boolean =>
  row !== undefined &&
  row.cells.slice(1).every((cell) => findRanges(tokenize(cell)).some(({ unit }) => unit === "money"))

/** Words that days with hours beside them speak of: "Mon–Fri 9–18". */
const ofOpening = stemsOf("open opening close time")
const hours = /\d\s*(?:to|[-–—])\s*\d/

const dayStems: ReadonlySet<string> = new Set(stemsOf(dayNames.join(" ")))

/** The stems that a passage implies without having them, each with its strength, 0 to 1. */
export const impliedStems = (passage: Passage): ReadonlyArray<readonly [stem: string, strength: number]> => {
  const { text, tokens } = passage
  const names = daysIn(text)
  const days = names.length === 0 ? [] : stemsOf(names.join(" "))
  const units = new Set(rangesOf(passage).map(({ unit }) => unit))
  const stems = [
    ...Array.from(units).flatMap((unit) => implied.get(unit) ?? []),
    ...ofAddresses.flatMap(([kind, sign, words]) =>
      sign.test(text) && findForms(kind, text).length > 0 ? words : []
    ),
    ...(days.length > 0 && hours.test(text) ? ofOpening : []),
    ...(tokens.some(({ stem }) => dayStems.has(stem)) ? stemsOf("day") : [])
  ]
  return [...stems.map((stem) => [stem, impliedStrength] as const), ...days.map((stem) => [stem, 1] as const)]
}
