// Finds the terms of a question that a passage mentions.
import type { CooperativeTask } from "../../scheduling/timeSlicer.ts"
import { impliedStems } from "./impliedWords.ts"
import type { Passage } from "../passages.ts"
import type { Term } from "../terms.ts"

/** A term of a question that a word matches. */
export interface TermMatch {
  /** Index of the term. */
  readonly term: number
  /** How well the word matches, 0 to 1: 1 is the word itself, less a related word. */
  readonly strength: number
}

/** An index from each stem, of a word or a related word, to the terms that it matches. */
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

/** Factor of the strength of a word that is only in the heading or title above a sentence. */
const headingShare = 0.5

/** The same for rows of a table, which need their heading to be understood. Related words do not count there. */
const rowHeadingShare = 0.9

/**
 * The terms that a passage mentions, implies, or has in its heading or title. `own` are the stems of its text, `around` those
 * of heading and title.
 */
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
  // Sorted, because floating-point sums depend on the order.
  return Array.from(held, ([term, strength]) => ({ term, strength })).toSorted((a, b) => a.term - b.term)
}
