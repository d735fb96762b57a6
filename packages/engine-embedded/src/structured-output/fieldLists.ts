// Chooses the texts of a list from the passages that speak of its field.
import { fieldWords, speaksOf } from "./fieldEvidence.ts"
import { kindOf } from "./fieldKind.ts"
import { best, type FieldQuery, labelled, makeFitter, proseOf } from "./fieldValues.ts"
import type { SchemaNode } from "@leadline/core/internal"
import { findListEntries, findShaped } from "./findValues.ts"

/** The list in a sentence: what follows a colon, or "a, b and c" with the last word before its first comma. */
const listIn = (text: string): ReadonlyArray<string> => {
  if (text.includes(":")) {
    const entries = findListEntries(text.slice(text.indexOf(":") + 1))
    return entries.length > 1 ? entries : []
  }
  const [head = "", ...rest] = text.split(/(?=[,;])/)
  const entries = findListEntries(rest.join("").replace(/^[,;]\s*/, ""))
  if (entries.length < 2 || rest.length === 0) return []
  return [head.trim().split(/\s+/).at(-1) ?? "", ...entries].filter((entry) => entry !== "")
}

/** Different texts for the entries of a list, at most `most`. */
export const chooseTexts = (query: FieldQuery, item: SchemaNode, most: number): ReadonlyArray<string> => {
  const { field, lexicon, scope } = query
  const kind = kindOf(field, item, "string")
  const found = new Set<string>()
  const fit = makeFitter(item, kind === "prose")
  const offer = (text: string): void => {
    const fitted = found.size < most ? fit(text) : undefined
    if (fitted !== undefined) found.add(fitted)
  }
  if (kind === "source" || kind === "uri") for (const { url } of scope.pages) offer(url)
  if (found.size > 0) return [...found]
  const words = fieldWords(lexicon, field, kind)
  if (findShaped(kind, "") !== undefined) {
    for (const { text } of scope.passages) for (const { value } of findShaped(kind, text) ?? []) offer(value)
    return [...found]
  }
  if (kind === "prose") {
    for (const sentence of proseOf(query)) offer(sentence)
    return [...found]
  }
  const label = best(labelled(query, kind, "string"))
  if (label !== undefined) for (const entry of findListEntries(label)) offer(entry)
  if (found.size > 0) return [...found]
  for (const passage of scope.passages) {
    if (!speaksOf(words, passage)) continue
    const entries = listIn(passage.text)
    for (const entry of entries) offer(entry)
    if (entries.length > 0) break
  }
  return [...found]
}
