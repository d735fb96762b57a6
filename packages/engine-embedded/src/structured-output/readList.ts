// Reads the entries of a list: bulleted lines, labelled enumerations, and "a, b and c" after a word of the field.
import { tokenize } from "../text/tokenize.ts"
import { labelMatch, type SchemaField, speaksOf } from "./field.ts"
import { labelledTexts } from "./readValue.ts"
import {
  answeringIn,
  entrySource,
  isQuestion,
  passagesAbout,
  rowSources,
  type Source,
  stemsOf
} from "./sources.ts"

/** Names of fields that any list of the text can fill. */
const generic =
  /^(?:(?:shopping|packing|todo|to do|line) )?(?:items?|things|list|entries|elements|values|articles|goods|positions)?$/

const separator =
  /\s*(?:(?<!\d),|,(?!\d)|;)\s*(?:(?:and|or|und|oder|y|et)\s+)?|\s+(?:and|or|und|oder|y|et)\s+/i

/** Words of an entry in running text, at most. */
const maxWords = 6

const wordsIn = (text: string): number => text.split(/\s+/).length

/** The entries of "a, b and c"; none when one is too long for an enumeration. */
const enumeration = (text: string): ReadonlyArray<string> => {
  const entries = text
    .replace(/(?:,?\s*(?:please|thanks|thank you))?[.!?]*$/i, "")
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "")
  return entries.every((entry) => wordsIn(entry) <= maxWords) ? entries : []
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
  return enumeration(rest.split(/[;:!?]|\.(?=\s|$)/)[0] ?? "")
}

/** Before the things that somebody wants: "I need", "Buy", "Please bring me". */
const wanting = /^.*?\b(?:needs?|wants?|buy|bring|order|get|send|sells?|pack)\s+(?:(?:me|us)\s+)?/i

/** The entries of a list as written; undefined when the source has no list for the field. */
export const readList = (field: SchemaField, source: Source): ReadonlyArray<string> | undefined => {
  const { lists } = source
  const isAny = generic.test(field.name)
  const list =
    lists.find(({ label }) => labelMatch(label, field) > 0 || speaksOf(field, stemsOf(label))) ??
    (isAny && lists.length === 1 ? lists[0] : undefined)
  if (list !== undefined) return list.entries
  for (const text of labelledTexts(field, source)) {
    if (none.test(text)) return []
    const entries = enumeration(text)
    if (entries.length > 0) return entries
  }
  for (const passage of isAny ? answeringIn(source) : passagesAbout(field, source)) {
    if (isQuestion(passage)) continue
    const { text } = passage
    const entries = enumerationAfter(text, field)
    if (entries.length > 1) return entries
    const any = isAny ? enumeration(text.replace(wanting, "")) : []
    if (any.length > 1 && (wanting.test(text) || any.every((entry) => wordsIn(entry) <= 2))) return any
  }
  return undefined
}

/** One source for each row of a table, else for each entry of a list. */
export const entrySources = (field: SchemaField, source: Source): ReadonlyArray<Source> => {
  const rows = rowSources(source)
  return rows.length > 0 ? rows : (readList(field, source) ?? []).map(entrySource)
}
