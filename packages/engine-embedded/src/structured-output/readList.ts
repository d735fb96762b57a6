// Reads the entries of a list: bulleted lines, labelled enumerations, and "a, b and c" after a word of the field.
import { readPassagesSync } from "../question-answering/passages.ts"
import { tokenize } from "../text/tokenize.ts"
import { type SchemaField, speaksOf } from "./field.ts"
import { labelledTexts } from "./readValue.ts"
import { answeringIn, type ExtractionScope, labelMatch, passagesAbout, stemsOf } from "./scope.ts"

const bullet = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(\S.*)$/

interface TextList {
  /** The line before it, without a colon at its end; empty without one. */
  readonly label: string
  readonly entries: ReadonlyArray<string>
}

/** Entries and characters of one, at most. */
const maxEntries = 200
const maxEntry = 500

const plain = (text: string): string => text.replaceAll(/\*\*|__|`/g, "").trim()

/** The lists of a text whose entries stand on lines of their own. */
const lineLists = (text: string): ReadonlyArray<TextList> => {
  const found: Array<TextList> = []
  let label = ""
  let entries: Array<string> = []
  const close = () => {
    if (entries.length > 0) found.push({ label, entries })
    entries = []
  }
  for (const line of text.split(/\r?\n/)) {
    const entry = line.length > maxEntry ? undefined : bullet.exec(line)?.[1]
    if (entry !== undefined) {
      if (entries.length < maxEntries) entries.push(plain(entry))
    } else if (line.trim() !== "") {
      close()
      label = plain(
        line
          .replace(/^#+\s*/, "")
          .replace(/:?\s*$/, "")
          .slice(-80)
      )
    }
  }
  close()
  return found
}

/** Names of fields that any list of the text can fill. */
const generic =
  /^(?:(?:shopping|packing|todo|to do|line) )?(?:items?|things|list|entries|elements|values|articles|goods|positions)?$/

const separator =
  /\s*(?:(?<!\d),|,(?!\d)|;)\s*(?:(?:and|or|und|oder|y|et)\s+)?|\s+(?:and|or|und|oder|y|et)\s+/i

/** Words of an entry in running text, at most. */
const maxWords = 6

/** The entries of "a, b and c"; none when one is too long for an enumeration. */
const enumeration = (text: string): ReadonlyArray<string> => {
  const entries = text
    .replace(/(?:,?\s*(?:please|thanks|thank you))?[.!?]*$/i, "")
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "")
  return entries.every((entry) => entry.split(/\s+/).length <= maxWords) ? entries : []
}

const none = /^(?:none|no|nothing|n\/a|keine?r?|[-–—])$/i

/** "maps, ropes and lamps" of "The shop sells maps, ropes and lamps", for a field that speaks of what the shop sells. */
const enumerationAfter = (text: string, { described, own }: SchemaField): ReadonlyArray<string> => {
  const stems = new Set([...own, ...described].flatMap((any) => [...any]))
  const mention = Array.from(text.matchAll(/[\p{L}\p{M}]+/gu)).findLast(([word]) =>
    tokenize(word).some(({ stem }) => stems.has(stem))
  )
  if (mention === undefined) return []
  const rest = text
    .slice(mention.index + mention[0].length)
    .replace(/^\s*(?:(?:are|is|were|include|of|:)\s+)?/i, "")
  const entries = enumeration(rest.split(/[;:!?]|\.(?=\s|$)/)[0] ?? "")
  return entries.length > 1 ? entries : []
}

/** Before the things that somebody wants: "I need", "Buy", "Please bring me". */
const wanting = /^.*?\b(?:needs?|wants?|buy|bring|order|get|send|sells?|pack)\s+(?:(?:me|us)\s+)?/i

/** The entries of a list as written; undefined when the scope has no list for the field. */
export const readList = (field: SchemaField, scope: ExtractionScope): ReadonlyArray<string> | undefined => {
  const lists = scope.texts.flatMap(lineLists)
  const isAny = generic.test(field.name)
  const list =
    lists.find(({ label }) => labelMatch(label, field) > 0 || speaksOf(field, stemsOf(label))) ??
    (isAny && lists.length === 1 ? lists[0] : undefined)
  if (list !== undefined) return list.entries
  for (const text of labelledTexts({ field, scope })) {
    if (none.test(text)) return []
    const entries = enumeration(text)
    if (entries.length > 0) return entries
  }
  for (const { text } of isAny ? answeringIn(scope) : passagesAbout(field, scope)) {
    if (text.endsWith("?")) continue
    const entries = enumerationAfter(text, field)
    if (entries.length > 0) return entries
    const any = isAny ? enumeration(text.replace(wanting, "")) : []
    const isPlain = any.every((entry) => entry.split(/\s+/).length <= 2)
    if (any.length > 1 && (isPlain || wanting.test(text))) return any
  }
  return undefined
}

/** One scope for each row of a table, else for each entry of a list. */
export const entryScopes = (field: SchemaField, scope: ExtractionScope): ReadonlyArray<ExtractionScope> => {
  const { earlier: _, entry: _entry, ...here } = scope
  const rows = scope.passages.filter(({ row }) => row !== undefined)
  if (rows.length > 0) return rows.map((row) => ({ ...here, passages: [row], texts: [row.text] }))
  return (readList(field, scope) ?? []).map((entry) => ({
    ...here,
    passages: readPassagesSync(0, entry),
    texts: [entry],
    entry
  }))
}
