// Finds postal addresses in a text, and their parts: street, postal code and town.
import { type Span, spanAt } from "./span.ts"

const streetWord =
  "Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Square|Sq|Drive|Dr|Way|Boulevard|Blvd|Place|Pl|Court|Ct|Terrace|Close|Crescent|Row|Hill|Quay|Alley"
const name = "\\p{Lu}[\\p{L}'’.-]*"
/** "12 Elm Road", "Main St. 4", "Hauptstraße 12a", "Calle Mayor 5". */
const street = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(\\d{1,5}[a-z]?,?\\s+)?(?:${name}\\s+){1,3}(?:${streetWord})\\b\\.?(\\s+\\d{1,4}[a-z]?(?![\\p{L}\\p{N}]))?|` +
    `${name}(?:straße|strasse|str\\.|weg|platz|gasse|allee)(?:\\s+\\d{1,4}\\s?[a-z]?(?![\\p{L}\\p{N}]))?|` +
    `(?:Calle|Avenida|Plaza|(?:\\d{1,4},?\\s+)?[Rr]ue|Via)\\s+(?:de\\s+|la\\s+|del\\s+)*${name}(?:\\s+${name})*(?:,?\\s+\\d{1,4}(?!\\p{N}))?)`,
  "gu"
)

const opening = /^(?:The|In|At|To|From|On|Near|Our|My|Order|Visit)\s+/

/** Streets, with their number where the text has one. */
export const findStreets = (text: string): ReadonlyArray<Span<string>> =>
  Array.from(text.matchAll(street), (match) => {
    const before = opening.exec(match[0])?.[0].length ?? 0
    const value = match[0].slice(before).replace(/(?<!\b(?:St|Rd|Ave|Sq|Ln|Dr|Blvd|Pl|Ct|[Ss]tr))\.$/, "")
    return { ...spanAt(match, value), start: match.index + before }
  })

const postcode =
  /(?<![\p{L}\p{N}-])(?:[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|\d{4} [A-Z]{2}|[A-Z]\d[A-Z] \d[A-Z]\d|\d{5}(?:-\d{4})?|\d{4}(?=\s\p{Lu}\p{Ll}))(?![\p{L}\p{N}-])/gu

/** Postal codes of Britain, the Netherlands, Canada, and of four or five digits. */
export const findPostcodes = (text: string): ReadonlyArray<Span<string>> =>
  Array.from(text.matchAll(postcode), (match) => spanAt(match, match[0]))

/** The town of an address: "Elm Road, Bristol BS1 4DJ", "12 Mill Lane, Leeds", "10115 Berlin". */
export const findTowns = (text: string): ReadonlyArray<Span<string>> => {
  const found: Array<Span<string>> = []
  const town = /^(?:,\s*|\s+|\s+in\s+)(\p{Lu}\p{Ll}[\p{L}'’-]*(?:\s\p{Lu}\p{Ll}[\p{L}'’-]*){0,2})/u
  for (const { end } of [...findStreets(text), ...findPostcodes(text)]) {
    const match = town.exec(text.slice(end))
    if (match?.[1] === undefined) continue
    const start = end + match[0].length - match[1].length
    found.push({ value: match[1], start, end: start + match[1].length })
  }
  return found
}

const rest =
  /^(?:,\s*(?:[A-Z\d]{2,5}(?: \d[A-Z]{2})?\s+)?\p{Lu}\p{Ll}[\p{L}'’-]*(?:,?\s+(?:[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|\d{4,5}(?!\d)))?)?/u

/** Whole addresses, as written: a street with the town and the postal code after it. */
export const findAddresses = (text: string): ReadonlyArray<Span<string>> =>
  findStreets(text).map(({ start, value }) => {
    const end = start + value.length
    const whole = text.slice(start, end + (rest.exec(text.slice(end))?.[0].length ?? 0))
    return { value: whole, start, end: start + whole.length }
  })
