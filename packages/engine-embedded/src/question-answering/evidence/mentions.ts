// Which words of a question a passage mentions.
import type { CooperativeTask } from "../../scheduling/timeSlicer.ts"
import { impliedStems } from "./impliedWords.ts"
import type { Passage } from "../passages.ts"
import type { Term } from "../terms.ts"

/** The index of a term, and how strongly a word stands for it, 0 to 1. */
export interface Mention {
  readonly term: number
  readonly strength: number
}

/** The terms that each stem stands for; a strength of 1 is the word itself. */
export const mentionsOf = function* (
  terms: ReadonlyArray<Term>
): CooperativeTask<ReadonlyMap<string, ReadonlyArray<Mention>>> {
  const mentions = new Map<string, Array<Mention>>()
  for (const [term, { variants }] of terms.entries()) {
    for (const { stem, strength } of variants) {
      const before = mentions.get(stem)
      if (before === undefined) mentions.set(stem, [{ term, strength }])
      else before.push({ term, strength })
    }
    yield 2
  }
  return mentions
}

/** What a word of a heading or title counts for the sentences under it. */
const headingShare = 0.5

/** The same for the rows of a table: they are nothing without it. A similar word would be another subject. */
const rowHeadingShare = 0.9

/** The terms a passage mentions, implies, or has in its heading and title. */
export const mentionedTerms = (
  mentions: ReadonlyMap<string, ReadonlyArray<Mention>>,
  { row, text }: Passage,
  own: ReadonlySet<string>,
  around: ReadonlySet<string>
): ReadonlyArray<Mention> => {
  const held = new Map<number, number>()
  const add = (stem: string, share: number, exact: boolean): void => {
    for (const { strength, term } of mentions.get(stem) ?? [])
      if ((!exact || strength === 1) && share * strength > (held.get(term) ?? 0))
        held.set(term, share * strength)
  }
  for (const stem of own) add(stem, 1, false)
  for (const stem of around) add(stem, row === undefined ? headingShare : rowHeadingShare, row !== undefined)
  for (const [stem, strength] of impliedStems(text)) add(stem, strength, true)
  // In the order of the terms, because floating-point sums depend on it.
  return Array.from(held, ([term, strength]) => ({ term, strength })).toSorted((a, b) => a.term - b.term)
}
