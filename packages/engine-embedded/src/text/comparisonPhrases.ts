// Phrases around a number or date: of comparison, as "more than" and "or more", and of change, as "moved from" and "grew to".
import type { Token } from "./tokenize.ts"
import { lengthOf, textBefore, textFrom, type TokenSpan } from "./tokenPatterns.ts"

/** The comparison of a phrase, in this order: "more than", "at least", "less than", "at most", "exactly", "about". */
export type Kind = "above" | "from" | "below" | "upto" | "equal" | "about"

/** Adjectives in "longer than 5 days", and in "5 days or longer". */
const greater =
  "more(?: expensive)?|greater|longer|higher|larger|older|bigger|heavier|further|farther|later|taller|wider|dearer|" +
  "warmer|hotter|faster|deeper|thicker|louder|stronger"
const smaller =
  "less(?: expensive)?|fewer|shorter|lower|smaller|younger|lighter|cheaper|earlier|sooner|nearer|closer|" +
  "colder|cooler|slower|shallower|thinner|quieter|weaker"

/** Those of denials and of several words come first. */
const phrases: ReadonlyArray<readonly [kind: Kind, pattern: string]> = [
  [
    "from",
    `(?:no|not) (?:${smaller}) than|at least|minimum(?: of|(?: \\S+){0,2} (?:is|:))?|not (?:under|below)`
  ],
  ["upto", `(?:no|not) (?:${greater}) than|(?:within|in|during) the (?:last|past|next)|at most|up to`],
  ["upto", "maximum(?: of|(?: \\S+){0,2} (?:is|:))?|within|inside|not (?:over|above|exceed|exceeding)"],
  ["above", `(?:${greater}) than|over|above|exceeding|exceeds|exceed|exceeded|beyond|upwards of`],
  ["below", `(?:${smaller}) than|under|below`],
  ["equal", "exactly|precisely|equal to|equals"],
  ["about", "about|around|approximately|roughly|nearly|almost|circa|approx|~|some"]
]

const datePhrases: ReadonlyArray<readonly [kind: Kind, list: string]> = [
  ["upto", "on or before|no later than|not later than|not after|by|until|till|through"],
  ["from", "on or after|no earlier than|not earlier than|not before|since|from|starting"],
  ["below", "before|prior to|earlier than"],
  ["above", "after|later than|past|following"],
  ["equal", "on|in|during|dated|at"]
]

/** Tokens before or behind a value that a phrase is looked for in. */
const reach = 6

/** Words that may be between "more than" and its number, at most two of them. */
const fillers = "a|an|the|about|around|our|its|only|just|total|of|roughly|approximately"

type Table = ReadonlyArray<readonly [kind: Kind, pattern: RegExp]>

const beforeValue = (lists: typeof phrases): Table =>
  lists.map(([kind, list]) => [kind, new RegExp(`(?<!\\S)(?:${list})(?: (?:${fillers})){0,2}$`)])

/** Phrases before a number. */
export const numberTable = beforeValue(phrases)
/** Phrases before a date. */
export const dateTable = beforeValue(datePhrases)

/** A value with the comparison around it. */
type Phrase = TokenSpan & { readonly kind: Kind }

/** The first of some phrases that a text has, and its length in tokens. */
const phraseIn = (text: string, table: Table) => {
  for (const [kind, pattern] of table) {
    const [found] = pattern.exec(text) ?? []
    if (found !== undefined) return { kind, length: lengthOf(found) }
  }
  return undefined
}

/** A number or a date with the comparison that ends before it: "more than the 50". */
export const phraseBefore = (
  tokens: ReadonlyArray<Token>,
  { at, end }: TokenSpan,
  table: Table
): Phrase | undefined => {
  const found = phraseIn(textBefore(tokens, at, reach), table)
  return found && { kind: found.kind, at: at - found.length, end }
}

const behind = (greaterOrSmaller: string, others: string): RegExp =>
  new RegExp(`^(?:\\S+ ){0,2}?(?:or (?:${greaterOrSmaller}|${others})|and (?:${others}))(?!\\S)`)
const afterValue: Table = [
  ["from", /^\+(?!\S)/],
  ["from", behind(greater, "above|over|up|after|upwards|older")],
  ["upto", behind(smaller, "below|under|before")]
]

/** "50 or more seats", "50 seats or more", "2 days away or less", "18 and over", "50+". */
export const phraseAfter = (tokens: ReadonlyArray<Token>, { at, end }: TokenSpan): Phrase | undefined => {
  const found = phraseIn(textFrom(tokens, end, reach), afterValue)
  return found && { kind: found.kind, at, end: end + found.length }
}

const shifts = "moved|postponed|rescheduled|shifted|delayed|changed|put (?:off|back)|brought forward"
const moves = `${shifts}|extended`
const growth =
  "(?:grow|rise|increase|fall|drop|climb)s?|(?:increas|dropp|climb|rais|reduc|lower)ed|grew|grown|rose|risen|fell|fallen|cut|went (?:up|down)"

/** A move to another date or time. */
export const move = new RegExp(`(?:^| )(?:${moves})(?: |$)`)
/** The end of what stands before an old value: "moved from", "grew from". */
export const beforeOldValue = new RegExp(`(?:^| )(?:${moves}|${growth})(?: \\S+){0,2} from$`)

/** The end of what stands before a new value: "put off until". What was extended until May is so before it, too. */
const beforeNewValue = new RegExp(`(?:^| )(?:${shifts})(?: [^\\s:;,.]+){0,4} (?:until|till)$`)

/** Is a value the new one of what has moved: "was put off until May"? */
export const isNewValue = (tokens: ReadonlyArray<Token>, at: number): boolean =>
  beforeNewValue.test(textBefore(tokens, at, reach))

/** Is what stands before a new value the old one: "moved from 5 March to 19 April", "grew from 15 to 40"? */
export const isOldValue = (tokens: ReadonlyArray<Token>, at: number): boolean =>
  beforeOldValue.test(textBefore(tokens, at, reach))
