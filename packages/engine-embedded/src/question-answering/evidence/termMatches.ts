// Which words of a question a passage mentions.
import type { CooperativeTask } from "../../scheduling/timeSlicer.ts"
import { impliedStems } from "./impliedWords.ts"
import type { Passage } from "../passages.ts"
import type { Term } from "../terms.ts"

/** The index of a term, and how strongly a word stands for it, 0 to 1. */
export interface TermMatch {
  readonly term: number
  readonly strength: number
}

/** The terms that each stem stands for; a strength of 1 is the word itself. */
export const termsByStem = function* (
  terms: ReadonlyArray<Term>
): CooperativeTask<ReadonlyMap<string, ReadonlyArray<TermMatch>>> {
  const termIndex = new Map<string, Array<TermMatch>>()
  for (const [term, { related }] of terms.entries()) {
    for (const { stem, strength } of related) {
      const before = termIndex.get(stem)
      if (before === undefined) termIndex.set(stem, [{ term, strength }])
      else before.push({ term, strength })
    }
    yield 2
  }
  return termIndex
}

/** What a word of a heading or title counts for the sentences under it. */
const headingShare = 0.5

/** The same for the rows of a table: they are nothing without it. A similar word would be another subject. */
const rowHeadingShare = 0.9

/** The terms a passage mentions, implies, or has in its heading and title. */
export const matchTerms = (
  termIndex: ReadonlyMap<string, ReadonlyArray<TermMatch>>,
  { row, text }: Passage,
  own: ReadonlySet<string>,
  around: ReadonlySet<string>
): ReadonlyArray<TermMatch> => {
  const held = new Map<number, number>()
  const add = (stem: string, share: number, exact: boolean): void => {
    for (const { strength, term } of termIndex.get(stem) ?? [])
      if ((!exact || strength === 1) && share * strength > (held.get(term) ?? 0))
        held.set(term, share * strength)
  }
  for (const stem of own) add(stem, 1, false)
  for (const stem of around) add(stem, row === undefined ? headingShare : rowHeadingShare, row !== undefined)
  for (const [stem, strength] of impliedStems(text)) add(stem, strength, true)
  // In the order of the terms, because floating-point sums depend on it.
  return Array.from(held, ([term, strength]) => ({ term, strength })).toSorted((a, b) => a.term - b.term)
}
