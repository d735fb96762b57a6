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

/** Words between a number and what it counts, at most: "42 wooden stalls". */
const betweenWords = 2

/** Does a passage have a number of what a question asks to count, "stalls" in "How many stalls are there?"? */
const counts = (question: string, tokens: Passage["tokens"]): boolean => {
  const counted = /\bhow many (\p{L}+)/iu.exec(question)?.[1]
  const stem = counted === undefined ? undefined : tokenize(counted)[0]?.stem
  return tokens.some(
    ({ kind }, at) =>
      kind === "number" && tokens.slice(at + 1, at + 2 + betweenWords).some((next) => next.stem === stem)
  )
}

/** How far a passage has the form of an answer to a question, 0 to 1; 1 where it counts what is to be counted. */
export const answerForm = (question: string, { text, tokens }: Passage): number => {
  if (forms.find(([asked]) => asked.test(question))?.[1].test(text) !== true) return 0
  return /\bhow many\b/i.test(question) && !counts(question, tokens) ? 0.5 : 1
}

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
