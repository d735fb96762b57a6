// Finds codes, such as "LH 456", "SW1A 1AA" and "AB-1234/5": groups of letters and digits, at least one digit in all.
import { type Span, spanAt } from "./span.ts"
import { measureOfWord } from "./units.ts"

/** A group of a code: letters and digits, joined by punctuation such as `-`. */
const group = "[\\p{L}\\p{N}]+(?:[-._/][\\p{L}\\p{N}]+)*"
const groups = new RegExp(`(?<![\\p{L}\\p{N}#:.,/_-])#?${group}(?: ${group})*`, "gu")

const hasDigit = (text: string): boolean => /\p{N}/u.test(text)
const isCapitals = (text: string): boolean => /^\p{Lu}{1,4}(?:-\p{Lu}{1,4})*$/u.test(text)
/** Words in capitals that are not part of a code. */
const notCode = /^(?:I|A|AM|PM|UTC|GMT|CET|OK|ID|NO|VAT|AND|OR|TO|ON|IN|AT|IS|BY)$/

/** May a group follow another in a code? */
const joins = (before: ReadonlyArray<string>, next: string): boolean => {
  const last = before.at(-1) ?? ""
  if (notCode.test(next) || measureOfWord(next) !== undefined) return false
  if (isCapitals(next))
    return hasDigit(last) && (/^\p{Lu}/u.test(last) || !/^\p{N}{3,}$/u.test(last)) && next.length <= 3
  if (!hasDigit(next) || /\p{Ll}/u.test(next)) return false
  if (isCapitals(last) || /\p{Lu}/u.test(last)) return true
  // Digits after digits: only of a code that began with letters, or in groups of their own.
  return before.some((each) => /\p{Lu}/u.test(each)) || (last.length > 1 && next.length > 1)
}

/** The codes in a sequence of groups with one space between them. */
const codesIn = (match: RegExpExecArray): ReadonlyArray<Span<string>> => {
  const found: Array<Span<string>> = []
  let own: Array<string> = []
  let start = match.index
  let at = match.index
  const close = () => {
    while (own.length > 1 && !hasDigit(own.at(-1) ?? "") && !hasDigit(own.at(-2) ?? "")) own.pop()
    const value = own.join(" ")
    if (hasDigit(value)) found.push({ value: value.replace(/^#/, ""), start, end: start + value.length })
    own = []
  }
  for (const part of match[0].split(" ")) {
    if (own.length > 0 && joins(own, part)) own.push(part)
    else {
      close()
      start = at
      own = hasDigit(part) || (isCapitals(part) && !notCode.test(part)) ? [part] : []
    }
    at += part.length + 1
  }
  close()
  return found
}

/** The codes in a text. */
export const findCodes = (text: string): ReadonlyArray<Span<string>> =>
  Array.from(text.matchAll(groups)).flatMap(codesIn)

const iban = /\b[A-Z]{2}\d\d(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,4})?\b/g

/** International bank account numbers, with or without spaces. */
export const findIbans = (text: string): ReadonlyArray<Span<string>> =>
  Array.from(text.matchAll(iban), (match) => spanAt(match, match[0]))

const phone =
  /(?<![\p{L}\p{N}/.-])(?:\+\d{1,3}[ -]?)?(?:\(\d{1,5}\)[ -]?)?\d[\d /.-]{3,17}\d(?![\p{L}\p{N}/]|-\p{L})/gu

/** Phone numbers: at least six digits, or five after an area code in brackets; dates and parts of codes are left out. */
export const findPhones = (text: string): ReadonlyArray<Span<string>> =>
  Array.from(text.matchAll(phone), (match) => spanAt(match, match[0])).filter(({ start, value }) => {
    const isMarked = /^[+(0]/.test(value)
    const isGrouped = /\d[ -]\d/.test(value)
    const digits = value.replaceAll(/\D/g, "").length
    if (/^\d{4}-\d\d-\d\d|^\d{1,2}[./-]\d{1,2}[./-]\d{4}|\.\d{1,2}$/.test(value)) return false
    if (/\p{Lu}[\p{Lu}\p{N}]*[ -]$/u.test(text.slice(Math.max(0, start - 12), start))) return false
    return digits >= (isMarked ? 6 : 7) && digits <= 15 && (isMarked || isGrouped || digits >= 9)
  })
