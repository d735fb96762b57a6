// What is known by the way it is written: addresses, telephone numbers, codes and names.
import { calendarStems } from "./calendar.ts"
import { stem } from "./stem.ts"

/** A value in a text, and where it begins. */
export interface FoundForm {
  readonly value: string
  readonly start: number
}

const forms = {
  email: /\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}\b/g,
  uri: /\bhttps?:\/\/[^\s<>"')\]]{1,2000}[^\s<>"')\].,;:!?]/g,
  uuid: /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi,
  ipv4: /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?!\d|\.\d)/g,
  phone: /(?<![\p{L}\p{N}-])(?:\+|\(?0)[\d()][\d ()/-]{5,20}\d(?![\p{L}\p{N}])/gu,
  iban: /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){3,7}(?: ?[A-Z\d]{1,3})?\b/g,
  "date-time": /\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?/g,
  // One with a digit, a second part after a blank included: "LX-2207", "4711", "LH 456".
  code: /(?<![\p{L}\p{N}.,/#-])(?:[A-Z][A-Z-]{0,5} (?=\d))?(?=[\p{L}/.-]*\d)[\p{L}\p{N}]+(?:[-/.][\p{L}\p{N}]+)*(?![\p{L}\p{N}%€$]|[.,]\d)/gu,
  quoted: /(?<=(?:^|[\s([:—–-])["“`])[^"”`\n]{1,120}(?=["”`])/g
} as const

/** Is a kind of values known by the form that they are written in? */
export const isWrittenForm = (kind: string): kind is keyof typeof forms => Object.hasOwn(forms, kind)

/** What a pattern matches in a text, in order. */
export const matchesOf = (text: string, pattern: RegExp): ReadonlyArray<FoundForm> =>
  Array.from(text.matchAll(pattern), ({ 0: value, index: start }) => ({ value, start }))

/** The values of a form in a text, in order. */
export const findForms = (form: keyof typeof forms, text: string): ReadonlyArray<FoundForm> =>
  matchesOf(text, forms[form])

const word = "\\p{Lu}[\\p{L}\\p{N}'’.-]*"
const particle = "(?:(?:of|the|de|van|von|der|la|le)\\s+)?"
const name = new RegExp(
  `(?<=[^.!?]\\s["“(]?)${word}(?:\\s+${particle}(?:${word}|\\d[\\p{L}\\p{N}]*)){0,4}`,
  "gu"
)
const noName = /^(?:\p{Lu}{1,4}|I['’]\w+)?$/u
const endOfName = /(?<!\b(?:Dr|Mr|Ms|Mrs|St))[.'’-]+$/

/**
 * The names of persons, places and things in a text, but for those at the start of a sentence, and what something belongs
 * to: "the author of Hamlet".
 */
export const findNames = (text: string): ReadonlyArray<FoundForm> =>
  matchesOf(text, name)
    .map((found) => ({ ...found, value: found.value.replace(endOfName, "") }))
    .filter(
      ({ start, value }) =>
        !noName.test(value) &&
        !calendarStems.has(stem(value.toLowerCase())) &&
        !/\bof\s["“(]?$/i.test(text.slice(0, start))
    )
