// Finds the entries of a list field in bulleted lines, numbered parts, labelled values and enumerations.
import { tokenize } from "../text/tokenize.ts"
import { type FieldWords, fieldWords, hasWords, speaksOf } from "./fieldEvidence.ts"
import { type FieldKind, kindOf } from "./fieldKind.ts"
import { best, type FieldQuery, labelled } from "./fieldValues.ts"
import { labelMatch } from "./labelledValues.ts"
import { cutAfterName } from "./readers/entryParts.ts"
import { findLineLists, findListEntries, findNumberedParts, listIn, type TextList } from "./readers/lists.ts"

/** Names of fields that any list can fill, such as `items`. */
const generic =
  /^(?:(?:shopping|packing|todo|to do) )?(?:items?|things|list|entries|elements|values|groceries|products|articles|goods|orders?|order items|line items|positions)$/

const stemsOf = (text: string): ReadonlySet<string> => new Set(tokenize(text).map(({ stem }) => stem))

/** How well a label names a list, 0 (not at all) to 1: it is the field's name, or has all words of it. */
const namedBy = (label: string, { field }: FieldQuery, words: FieldWords, kind: FieldKind): number => {
  if (label === "") return 0
  const match = labelMatch(label, field, kind, "string")
  const stems = stemsOf(label)
  const holdsAll = words.own.length > 0 && words.own.every((any) => [...any].some((stem) => stems.has(stem)))
  return Math.max(match, holdsAll ? 0.6 : 0)
}

/** The list whose label names the field; else the only list, if any list can fill the field or the list has no label. */
const chooseList = (
  lists: ReadonlyArray<TextList>,
  query: FieldQuery,
  words: FieldWords,
  kind: FieldKind
) => {
  const named = lists
    .map((value) => ({ value, score: namedBy(value.label, query, words, kind) }))
    .filter(({ score }) => score > 0)
  if (named.length > 0) return best(named)
  const [only] = lists
  const isOpen =
    generic.test(query.field.name) ||
    (only?.label === "" && query.scope.passages.some((passage) => speaksOf(words, passage)))
  return lists.length === 1 && isOpen ? only : undefined
}

const none = /^(?:none|no|nothing|nil|n\/a|keine?r?|ninguna?|ninguno|aucune?|[-–—])$/i

/** Does the text say that the list is empty: "Allergies: none", "no known allergies"? */
const saysNone = (query: FieldQuery, words: FieldWords, kind: FieldKind): boolean => {
  if (labelled(query, kind, "string").some(({ value }) => none.test(value))) return true
  const own = words.own.at(-1)
  return query.scope.passages.some(({ text }) =>
    Array.from(
      text.matchAll(/\b(?:no|without|not any|keine|ohne|sin|sans)\s+(?:known\s+|any\s+)?(\p{L}+)/giu)
    ).some(
      ([, word = ""]) =>
        own !== undefined && words.own.length === 1 && tokenize(word).some(({ stem }) => own.has(stem))
    )
  )
}

/**
 * The entries of a list, as written; empty when the text says that there are none, `undefined` when it has no list for
 * the field.
 */
export const findEntries = (query: FieldQuery, type: string): ReadonlyArray<string> | undefined => {
  const { field, lexicon, scope } = query
  const kind = kindOf(field, {}, type)
  const words = fieldWords(lexicon, field, kind)
  const texts = scope.texts ?? []
  for (const read of [findLineLists, findNumberedParts]) {
    const list = chooseList(texts.flatMap(read), query, words, kind)
    if (list !== undefined) return list.entries
  }
  if (saysNone(query, words, kind)) return []
  for (const { value } of labelled(query, kind, "string")) {
    const entries = findListEntries(value)
    if (entries.length > 0) return entries
  }
  const isOpen = generic.test(field.name)
  if (isOpen && scope.enclosingEntry !== undefined) return partEntries(scope.enclosingEntry)
  for (const passage of scope.passages) {
    const after = hasWords(words) ? enumerationAfter(passage.text, words) : []
    if (after.length > 1) return after
    const entries = listIn(passage.text)
    const isOwn = hasWords(words) && speaksOf(words, passage)
    if (
      entries.length > 1 &&
      ((isOwn && entries.every(isThing)) || (isOpen && isEnumeration(passage.text, entries)))
    )
      return entries
  }
  return undefined
}

/** The entries of a list inside a list entry: "2 pizzas" and "a cola" in "2 pizzas and a cola to Main St.". */
const partEntries = (part: string): ReadonlyArray<string> | undefined => {
  const entries = findListEntries(cutAfterName(part))
  return entries.length > 0 ? entries : undefined
}

const wordsWithPlace = /[\p{L}\p{M}]+/gu

/** The enumeration after the last mention of a field's words: "French and English" in "she speaks French and English". */
const enumerationAfter = (text: string, { described, own }: FieldWords): ReadonlyArray<string> => {
  const stems = new Set([...own, ...described].flatMap((any) => [...any]))
  const mention = Array.from(text.matchAll(wordsWithPlace)).findLast(([word]) =>
    tokenize(word).some(({ stem }) => stems.has(stem))
  )
  if (mention === undefined) return []
  const rest = text
    .slice(mention.index + mention[0].length)
    .replace(/^\s*(?:(?:are|is|were|include|by|of|:|=)\s+)?/i, "")
  const entries = findListEntries(rest.split(/[;:!?]|\.(?=\s|$)/)[0] ?? "")
  return entries.length > 1 && entries.every(isThing) ? entries : []
}

const isThing = (entry: string): boolean =>
  !/\b(?:is|are|was|were|has|have|had|will|can|we|i|they|it|he|she|you|there|not)\b/i.test(entry)

const wanting =
  /:\s|\b(?:needs?|wants?|buy|bought|get|send|deliver|orders?|ordered|bring|packs?|like|purchase|add|brauchen?|kaufen?)\s/i

/** Is a sentence an enumeration of things, rather than one with clauses? */
const isEnumeration = (text: string, entries: ReadonlyArray<string>): boolean =>
  (wanting.test(text) || entries.every((entry) => entry.split(/\s+/).length <= 3)) &&
  entries.every(isThing) &&
  (entries.length > 2 || /\d/.test(text) || /:\s/.test(text) || wanting.test(text))
