// The form of answers: a number for "how many", a time for "when"; and the words that "€12" or "Monday to Friday" imply.
import { dayNames, daysIn, monthNames } from "../text/calendar.ts"
import { numberWords } from "../text/numerals.ts"
import { stemsOf } from "../text/tokenize.ts"

const forms: ReadonlyArray<readonly [question: RegExp, answer: RegExp]> = [
  [
    /\b(?:how (?:many|much|long|large|big|old|far|often|fast|high|deep|tall|wide|hot|cold|heavy)|cost|when|(?:what|which) (?:number|price|time|date|year|day|month))\b/i,
    new RegExp(`\\d|\\b(?:${[...numberWords.keys(), ...dayNames, ...monthNames].join("|")})`, "i")
  ],
  [/\b(?:who|whom|whose)\b/i, /.\b\p{Lu}\p{L}+/u]
]

/** Has a text the form of an answer to a question? */
export const hasAnswerForm = (question: string, text: string): boolean =>
  forms.find(([asked]) => asked.test(question))?.[1].test(text) === true

/** Signs in a text, and the words that each speaks of. */
const implied: ReadonlyArray<readonly [sign: RegExp, stems: ReadonlyArray<string>]> = [
  [
    /[$€£¥]\s?\d|\d\s?(?:[€£]|(?:eur|usd|gbp|euros?|dollars?|pounds?)\b)/i,
    stemsOf("cost price pay fee charge expensive cheap much")
  ],
  [/\b(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?)\b/i, stemsOf("long duration time")],
  [/\d:\d\d\b|\d\s?[ap]\.?m\b|\b(?:noon|midnight)\b/i, stemsOf("time hour")],
  [/(?:\+|\b0|\(0)\d[\d ()/-]{5,20}\d/, stemsOf("telephone phone number mobile call contact reach")],
  [/\S@\S+\.\w/, stemsOf("email mail address write contact reach")]
]

/** What days speak of, and days with hours beside them: "Mon–Fri 9–18". */
const ofDays = stemsOf("day")
const ofOpening = stemsOf("open opening close time day")
const hours = /\d\s*(?:to|[-–—])\s*\d/

/** Strength of an implied word as a mention, 0 to 1. Days have 1. */
const impliedStrength = 0.7

const someDay = new RegExp(`\\b(?:${dayNames.join("|")})`)

/** The stems that a text implies without having them, each with its strength, 0 to 1. */
export const impliedStems = (text: string): ReadonlyArray<readonly [stem: string, strength: number]> => {
  const lower = text.toLowerCase()
  const days = stemsOf(daysIn(lower).join(" "))
  const stems = implied.flatMap(([sign, words]) => (sign.test(text) ? words : []))
  const ofTheDays = days.length > 0 && hours.test(text) ? ofOpening : someDay.test(lower) ? ofDays : []
  return [
    ...[...stems, ...ofTheDays].map((stem) => [stem, impliedStrength] as const),
    ...days.map((stem) => [stem, 1] as const)
  ]
}
