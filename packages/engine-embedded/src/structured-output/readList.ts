// Reads the entries of a list: bulleted lines, and "a, b and c" after a word of the field.
import { tokenize } from "../text/tokenize.ts"
import { isNamedBy, type SchemaField, speaksOf } from "./field.ts"
import { passagesAbout, type Source } from "./sources.ts"
import { statements } from "../text/passages.ts"

/** Names of fields that any list of the text can fill. */
const generic =
  /^(?:(?:shopping|packing|todo|to do|line) )?(?:items?|things|list|entries|elements|values|articles|goods|positions)?$/

/** Stems of words before the things that somebody wants: "I need", "Please bring me". */
const wanting = ["need", "want", "buy", "bring", "order", "get", "send", "sell", "pack"]

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

/** "maps, ropes and lamps" of "The shop sells maps, ropes and lamps", for a field that speaks of what the shop sells. */
const enumerationAfter = (text: string, { described, name, own }: SchemaField): ReadonlyArray<string> => {
  const stems = new Set([...own, ...described, ...(generic.test(name) ? wanting : [])])
  const mention = Array.from(text.matchAll(/[\p{L}\p{M}]+/gu)).findLast(([word]) =>
    tokenize(word).some(({ stem }) => stems.has(stem))
  )
  if (mention === undefined) return []
  const rest = text
    .slice(mention.index + mention[0].length)
    .replace(/^\s*(?:(?:are|is|were|include|of|:)\s+)?/i, "")
  return enumeration(rest.split(/[;!?]|:(?!\d)|\.(?=\s|$)/)[0] ?? "")
}

/** The entries of a list as written; undefined when the source has no list for the field. */
export const readList = (field: SchemaField, source: Source): ReadonlyArray<string> | undefined => {
  const { answering, lists } = source
  const isAny = generic.test(field.name)
  const list =
    lists.find(({ label }) => isNamedBy(label, field) || speaksOf(field, label)) ??
    (isAny && lists.length === 1 ? lists[0] : undefined)
  if (list !== undefined) return list.value
  return statements(isAny ? answering : passagesAbout(field, source))
    .map((text) => enumerationAfter(text, field))
    .find((entries) => entries.length > 1)
}
