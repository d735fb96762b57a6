// Extracts the texts of a list field: all different, and valid for the schema of its items.
import { fieldWords, speaksOf } from "./fieldEvidence.ts"
import { kindOf } from "./fieldKind.ts"
import { type FieldQuery, makeFitter, proseOf } from "./fieldValues.ts"
import { findFormatted } from "./findValues.ts"
import { labelMatch } from "./labelledValues.ts"
import { findEntries } from "./listEntries.ts"
import { tableCells } from "./tableRows.ts"
import { tokenize } from "../text/tokenize.ts"
import type { SchemaNode } from "@leadline/core/internal"

/** At most `most` texts for a list; empty when the text says that there are none, `undefined` when it has no such list. */
export const extractTexts = (
  query: FieldQuery,
  item: SchemaNode,
  most: number
): ReadonlyArray<string> | undefined => {
  const { field, scope } = query
  const kind = kindOf(field, item, "string")
  const found = new Set<string>()
  const fit = makeFitter(item, kind === "prose")
  const offer = (text: string): void => {
    const fitted = found.size < most ? fit(text) : undefined
    if (fitted !== undefined) found.add(fitted)
  }
  const all = () => (found.size > 0 ? [...found] : undefined)
  if (kind === "source" || kind === "uri") for (const { url } of scope.pages) offer(url)
  if (found.size > 0) return all()
  if (findFormatted(kind, "") !== undefined) {
    for (const { text } of scope.passages)
      for (const { value } of findFormatted(kind, text, field.dateOrder) ?? []) offer(value)
    return all()
  }
  const stems = new Set(tokenize(field.name).map(({ stem }) => stem))
  for (const cell of tableCells(
    scope.passages,
    (column) =>
      labelMatch(column, field, kind, "string") > 0 || tokenize(column).some(({ stem }) => stems.has(stem))
  ))
    offer(cell)
  if (found.size > 0) return all()
  const entries = findEntries(query, "string")
  if (entries?.length === 0) return []
  for (const entry of entries ?? []) offer(entry)
  if (found.size === 0 && kind === "prose") for (const sentence of proseOf(query)) offer(sentence)
  return all()
}

/** Is a field mentioned in the text, although no value was found? */
export const isMentioned = ({ field, lexicon, scope }: FieldQuery): boolean => {
  const words = fieldWords(lexicon, field, kindOf(field, {}, "string"))
  return (
    words.own.length > 0 && scope.passages.some((passage) => speaksOf({ ...words, described: [] }, passage))
  )
}
