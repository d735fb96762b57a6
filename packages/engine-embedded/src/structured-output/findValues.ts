// Finds values of a kind in a text, such as addresses, dates, times and names.
import type { FieldKind } from "./fieldKind.ts"
import { findDateTimes, findClockTimes } from "./readers/clockTimes.ts"
import { findCodes, findIbans, findPhones } from "./readers/codes.ts"
import { type DateOrder, findDates, findWeekdays, isDayOrMonth } from "./readers/dates.ts"
import { findAddresses, findPostcodes, findStreets } from "./readers/postalAddresses.ts"
import { type Span, spanAt } from "./readers/span.ts"

const byPattern = (pattern: RegExp) => (text: string) =>
  Array.from(text.matchAll(pattern), (match) => spanAt(match, match[0]))

/** Readers of kinds that a format identifies, such as email addresses. */
const readers: ReadonlyMap<FieldKind, (text: string) => ReadonlyArray<Span<string>>> = new Map([
  ["date-time", findDateTimes],
  ["time", findClockTimes],
  ["weekday", findWeekdays],
  ["email", byPattern(/\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}\b/g)],
  ["uri", byPattern(/\bhttps?:\/\/[^\s<>"')\]]{1,2000}[^\s<>"')\].,;:!?]/g)],
  ["uuid", byPattern(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi)],
  ["ipv4", byPattern(/(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?!\d|\.\d)/g)],
  ["phone", findPhones],
  ["iban", findIbans],
  ["address", findAddresses],
  ["street", findStreets],
  ["postcode", findPostcodes]
])

/** The values of a kind that a format identifies; `undefined` for the other kinds. `order` is that of day and month. */
export const findFormatted = (
  kind: FieldKind,
  text: string,
  order?: DateOrder
): ReadonlyArray<Span<string>> | undefined =>
  kind === "date" ? findDates(text, order) : readers.get(kind)?.(text)

const capitalised =
  /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}'’.-]*(?:\s+(?:(?:of|the|de|van|von|der|la)\s+)?\p{Lu}[\p{L}\p{N}'’-]*){0,5}/gu
const quoted = /["“`]([^"”`\n]{1,120})["”`]/g
const functionWord =
  /^(?:i['’](?:m|ve|d|ll)|it['’]s|the|a|an|this|that|these|it|its|in|on|at|if|when|what|which|who|how|why|where|is|are|was|were|do|does|can|please|and|but|for|to|of|with|i|you|we|they|there|here|all|each|every|no|not|yes|my|our|your|his|her|he|she|after|before|one|hello|hi|dear)$/i

/** A name without a function word before it ("The", "In") and punctuation after it; `undefined` when nothing is left. */
const trimName = ({ end, start, value }: Span<string>): Span<string> | undefined => {
  const [first = ""] = value.split(/\s+/)
  if (functionWord.test(first)) {
    const rest = value.slice(first.length).trimStart()
    return rest === "" ? undefined : trimName({ value: rest, start: end - rest.length, end })
  }
  const kept = value.replace(/[.'’-]+$/, "")
  return kept === "" || isDayOrMonth(kept) ? undefined : { value: kept, start, end: start + kept.length }
}

const spanOf = (match: RegExpExecArray, value: string): Span<string> => {
  const start = match.index + match[0].indexOf(value)
  return { value, start, end: start + value.length }
}

/** Capitalised names, codes and quoted texts. */
export const findNames = (text: string): ReadonlyArray<Span<string>> => {
  const names = Array.from(text.matchAll(capitalised)).flatMap((match) => {
    const name = trimName(spanOf(match, match[0]))
    return name === undefined ? [] : [name]
  })
  return [
    ...Array.from(text.matchAll(quoted), (match) => spanOf(match, match[1] ?? "")),
    ...names,
    ...findCodes(text)
  ]
}
