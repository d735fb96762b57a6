// Selects the passages of an answer from the ranked ones; none when they do not answer the question.
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import type { Passage } from "./passages.ts"
import { type RankedPassage, stemsOf } from "./rankPassages.ts"
import { isSameTable } from "./evidence/tableRows.ts"

const overlap = (left: ReadonlySet<string>, right: ReadonlySet<string>): number => {
  let shared = 0
  for (const stem of left) if (right.has(stem)) shared++
  return shared / Math.max(1, Math.min(left.size, right.size))
}

/** Least coverage of the best passage; below it there is no answer. */
const minCoverage = 0.6

/** Least coverage of further passages, as a share of that of the best. */
const coverageShare = 0.75
/** The same for further rows of a table: rows that match less are about something else. */
const rowCoverageShare = 0.95

/** May two passages be in one answer? Prose goes with prose, a row with rows of the same table. */
const fitsWith = (first: Passage, other: Passage): boolean =>
  first.row === undefined ? other.row === undefined : isSameTable(first, other)

/** Least coverage that several passages must reach together, and least coverage that each must add. */
const minTogether = 0.85
const minAdded = 0.2

/** Passages that together answer a question with several parts; none when they cover too few of its words. */
const answerInParts = (ranked: ReadonlyArray<RankedPassage>, most: number): ReadonlyArray<RankedPassage> => {
  const chosen: Array<RankedPassage> = []
  const held = new Map<number, number>()
  let total = 0
  for (const candidate of ranked) {
    if (chosen.length >= most || total >= minTogether) break
    const added = [...candidate.shares].reduce(
      (sum, [term, share]) => sum + Math.max(0, share - (held.get(term) ?? 0)),
      0
    )
    if (added < minAdded || candidate.passage.row !== undefined) continue
    for (const [term, share] of candidate.shares) held.set(term, Math.max(share, held.get(term) ?? 0))
    total += added
    chosen.push(candidate)
  }
  return total >= minTogether ? chosen : []
}

/** The best passages that do not repeat each other, best first; none when the best one is no answer. */
export const selectPassages = function* (
  ranked: ReadonlyArray<RankedPassage>,
  limits: {
    readonly most: number
    readonly share: number
    readonly minCoverage?: number
    readonly hasParts?: boolean
  }
): CooperativeTask<ReadonlyArray<RankedPassage>> {
  const least = limits.minCoverage ?? minCoverage
  const share = limits.minCoverage === undefined ? coverageShare : 0
  const first = ranked.find(
    ({ answers, coverage }) => coverage >= least && (answers || limits.minCoverage !== undefined)
  )
  if (first === undefined) return limits.hasParts === true ? answerInParts(ranked, limits.most) : []
  const isRow = first.passage.row !== undefined
  const leastShare = isRow ? rowCoverageShare : share
  const chosen: Array<RankedPassage> = []
  const shown: Array<ReadonlySet<string>> = []
  for (const candidate of ranked) {
    if (chosen.length >= limits.most || candidate.score < limits.share * first.score) break
    if (candidate.coverage < leastShare * first.coverage || candidate.score > first.score) continue
    if ((first.isQuoted && !candidate.isQuoted) || !fitsWith(first.passage, candidate.passage)) continue
    const stems = stemsOf(candidate.passage)
    yield 1 + (stems.size * (1 + shown.length)) / 16
    if (!isRow && shown.some((other) => overlap(stems, other) > 0.75)) continue
    chosen.push(candidate)
    shown.push(stems)
  }
  return chosen
}
