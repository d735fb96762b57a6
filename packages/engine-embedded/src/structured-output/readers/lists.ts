// Finds lists in a text: bulleted or numbered lines, numbered parts of a sentence, enumerations.
import { cutAfterName } from "./entryParts.ts"

/** A list. Its label is the heading or line with a colon before it, or the noun of "Order 1: … Order 2: …". */
export interface TextList {
  readonly label: string
  readonly entries: ReadonlyArray<string>
}

const bullet = /^\s*(?:[-*+•–]|\d{1,3}[.)]|\(\d{1,3}\)|\[[ x]\])\s+(\S.*)$/
const heading = /^\s{0,3}#{1,6}\s+(.*?)\s*#*\s*$/

const plain = (line: string): string =>
  line
    .replaceAll(/\*\*|__|`/g, "")
    .replace(/^\[[ x]\]\s+/, "")
    .trim()

/** The longest label of a list, and the longest entry, in characters. */
const maxTitle = 200
const maxEntry = 500

/** The words of a heading, or of a line that ends in a colon. */
const titleOf = (line: string): string | undefined => {
  if (line.length > maxTitle) return undefined
  const text = plain(line)
  return heading.exec(line)?.[1] ?? (text.endsWith(":") ? text.slice(0, -1).split(/[.!?]/).at(-1) : undefined)
}

/** Lists whose entries are lines with a bullet or number. The label is the last line before them, if it is a heading or has a colon. */
export const findLineLists = (text: string): ReadonlyArray<TextList> => {
  const found: Array<TextList> = []
  let label = ""
  let entries: Array<string> = []
  const close = () => {
    if (entries.length > 0) found.push({ label, entries })
    entries = []
  }
  for (const line of text.split(/\r?\n/)) {
    const entry = line.length > maxEntry ? undefined : bullet.exec(line)?.[1]
    if (entry !== undefined) entries.push(plain(entry))
    else if (entries.length > 0 && /^\s{2,}\S/.test(line)) entries.push(`${entries.pop()} ${line.trim()}`)
    else if (line.trim() !== "") {
      close()
      const title = titleOf(line)
      label = title === undefined ? "" : plain(title)
    }
  }
  close()
  return found
}

const numbered = /(?<![\p{L}\p{N}])(?:(\p{L}+)\s+(?:no\.?\s*|#\s*)?(\d{1,3})\s*[:.)–-]|\(?(\d{1,3})\))\s+/gu

/** Lists whose entries are numbered from 1 in running text: "Order 1: … Order 2: …", "1) … 2) …". */
export const findNumberedParts = (text: string): ReadonlyArray<TextList> => {
  const lists = new Map<string, Array<{ readonly start: number; readonly end: number }>>()
  for (const match of text.matchAll(numbered)) {
    const [whole, noun = "", first, second] = match
    const marks = lists.get(noun.toLowerCase()) ?? []
    if (Number(first ?? second) !== marks.length + 1) continue
    lists.set(noun.toLowerCase(), [...marks, { start: match.index, end: match.index + whole.length }])
  }
  return [...lists].flatMap(([label, marks]) =>
    marks.length < 2
      ? []
      : [
          {
            label,
            entries: marks.map(({ end }, at) =>
              // The last part ends with its paragraph.
              (text.slice(end, marks[at + 1]?.start).split(/\n\s*\n/)[0] ?? "").trim().replace(/[;,]$/, "")
            )
          }
        ]
  )
}

/** Between entries: a comma that is not part of a number, or a word such as "and". */
const separator =
  /\s*(?:(?<!\d),|,(?!\d)|;)\s*(?:(?:and|or|und|oder|y|et|sowie)\s+)?|\s+(?:and|or|und|oder|y|et|as well as|plus)\s+/i

/** The end of a sentence, with "please" or thanks. */
const sentenceEnd = /(?:,?\s*(?:please|thanks|thank you|bitte|danke|por favor|gracias|merci))?[.!?]*$/i

/** Words of an entry, at most; two more when it starts with a number. */
const maxEntryWords = 5

const isShort = (entry: string): boolean =>
  entry.split(/\s+/).length <= maxEntryWords + (/^\d/.test(entry) ? 2 : 0)

/** The entries of "a, b and c"; none when one of them is too long for an enumeration. */
export const findListEntries = (text: string): ReadonlyArray<string> => {
  const parts = text
    .replace(sentenceEnd, "")
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "")
  return parts.every(isShort) ? parts : []
}

/** Words before the first entry of an enumeration in a sentence: "We need", "goals by", "bring me". */
const introduction =
  /^.*\b(?:needs?|wants?|sends?|delivers?|buys?|bought|gets?|got|orders?|ordered|brings?|sells?|sold|has|have|had|adds?|includes?|contains?|takes?|packs?|requires?|likes?|speaks?|by|of|with|are|is|were|to|me|us|please|from|brauchen?|kaufen?)\s+(?=\S)/i

/** Entries up to the end of the enumeration: "2 colas" of "2 colas to 5 Baker Street, London". */
const untilEnd = (entries: ReadonlyArray<string>): ReadonlyArray<string> => {
  const last = entries.findIndex((entry) => cutAfterName(entry) !== entry.trim())
  return last < 0 ? entries : [...entries.slice(0, last), cutAfterName(entries[last] ?? "")]
}

/** The enumeration in a sentence: what follows a colon, else "a, b and c" without words such as "We need" before it. */
export const listIn = (text: string): ReadonlyArray<string> => {
  if (/:\s/.test(text)) {
    const entries = findListEntries(text.slice(text.search(/:\s/) + 1))
    return entries.length > 1 ? entries : []
  }
  const [head = "", ...rest] = text.replace(sentenceEnd, "").split(separator)
  if (rest.length === 0 || (rest.length < 2 && !/\s(?:and|or|und|y|et)\s/.test(text))) return []
  const last = head.replace(introduction, "")
  const first = last.split(/\s+/).length > 3 ? (last.split(/\s+/).at(-1) ?? "") : last
  const others = untilEnd(rest)
  return others.every(isShort)
    ? [first, ...others].map((part) => part.trim()).filter((part) => part !== "")
    : []
}
