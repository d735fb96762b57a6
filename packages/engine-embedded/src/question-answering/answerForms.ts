// The form of answers: a number for "how many", a time for "when"; and the words that "€12" or "Monday to Friday" imply.
import { tokenize } from "../text/tokenize.ts"
import type { Passage } from "./passages.ts"

const numberWords = "half|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|hundred"
const period = "(?:second|minute|hour|day|week|month|year)s?"
const count = new RegExp(`\\d|\\b(?:${numberWords})\\b|\\ban? ${period}\\b`, "i")
const time = new RegExp(
  "\\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\b|\\b(?:1[0-9]|20)\\d\\d\\b|\\b\\d{1,2}:\\d{2}\\b|" +
    "\\b\\d{1,2}\\s?[ap]\\.?m\\b|\\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\\b|\\b(?:noon|midnight|daily|weekend)\\b|" +
    `\\b(?:spring|summer|autumn|winter)\\b|\\b(?:\\d+|${numberWords}|an?|every|each) ${period}\\b|\\b(?:after|at|by|from|until) (?:${numberWords})\\b`,
  "i"
)

const forms: ReadonlyArray<readonly [question: RegExp, answer: RegExp]> = [
  [
    /\b(?:how (?:many|much|long|large|big|old|far|often|fast|high|deep|tall|wide|hot|cold|heavy)|what (?:number|price|cost|size|rate|limit|is paid)|cost)\b/i,
    count
  ],
  [
    /\b(?:when|what (?:time|date|year|day|month)|which (?:year|day|month|date)|(?:since|until) when)\b/i,
    time
  ],
  [/\b(?:who|whom|whose)\b/i, /.\b\p{Lu}\p{L}+/u],
  [/\bwhere\b/i, /\b(?:in|at|near|under|behind|beside|stands?|located|path|folder|directory)\b/i],
  [
    /\b(?:why|what (?:causes|caused)|how come)\b/i,
    /\b(?:because|since|due to|so that|therefore|reason|otherwise|in order to|caused?|result)\b/i
  ],
  [/\bhow\b/i, /\b(?:run|set|use|call|create|add|send|install|open|start|pass|write|first|then|by)\b/i],
  [
    /^(?:so )?what (?:is|are) (?:an? |the )?[^\s?]+(?: [^\s?]+){0,2}\s*\??$/i,
    /^(?:\S+ ){1,4}(?:is|are)\b|^[^:]{1,40}:/
  ]
]

/** Has a passage the form of an answer to a question? */
export const hasAnswerForm = (question: string, { text }: Passage): boolean =>
  forms.find(([asked]) => asked.test(question))?.[1].test(text) === true

const stemsOf = (words: string): ReadonlyArray<string> => tokenize(words).map(({ stem }) => stem)

const implied: ReadonlyArray<readonly [pattern: RegExp, stems: ReadonlyArray<string>]> = [
  [
    /[€$£¥]\s?\d|\d\s?(?:[€£¥]|(?:EUR|USD|GBP|CHF|euros?|dollars?|pounds?|cents?)\b)/i,
    stemsOf("cost price pay fee charge expensive cheap much")
  ],
  [new RegExp(`\\b(?:\\d+|an?|${numberWords})\\s+${period}\\b`, "i"), stemsOf("long duration time")],
  [/\b\d{1,2}:\d{2}\b|\b\d{1,2}\s?[ap]\.?m\b/i, stemsOf("time hour")]
]

/** Strength of an implied word as a mention, 0 to 1. Days have 1. */
const impliedStrength = 0.7

const days = "monday tuesday wednesday thursday friday saturday sunday".split(" ")
const dayRange =
  /\b(mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?\s*(?:to|until|through|[-–—])\s*(mon|tue|wed|thu|fri|sat|sun)[a-z]*\b/i

/** The days within "Monday to Friday", or all for "daily". */
const daysIn = (text: string): ReadonlyArray<string> => {
  if (/\b(?:every ?day|daily|seven days a week)\b/i.test(text)) return days
  const [, first, last = ""] = dayRange.exec(text.toLowerCase()) ?? []
  if (first === undefined) return []
  const start = days.findIndex((day) => day.startsWith(first))
  const length = (days.findIndex((day) => day.startsWith(last)) - start + 7) % 7
  return Array.from({ length: length + 1 }, (_, index) => days[(start + index) % 7] ?? "")
}

/** The stems that a text implies without having them, each with its strength, 0 to 1. */
export const impliedStems = (text: string): ReadonlyArray<readonly [stem: string, strength: number]> => [
  ...implied.flatMap(([pattern, stems]) =>
    pattern.test(text) ? stems.map((stem) => [stem, impliedStrength] as const) : []
  ),
  ...stemsOf(daysIn(text).join(" ")).map((stem) => [stem, 1] as const)
]
