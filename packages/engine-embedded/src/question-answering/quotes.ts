// Chooses the passages of an answer and writes them as quotes with numbered citations.
import type { Passage, TableRow } from "./passages.ts"
import type { RankedPassage } from "./ranking.ts"
import { contentStems } from "./terms.ts"

/** Sentences of an answer, and rows of one table, at most. */
const maxSentences = 3
const maxRows = 4

/** Least coverage and score of a further sentence, as shares of those of the best. */
const shares = { coverage: 0.95, score: 0.85 }
/** The same for sentences of the conversation: the caller chose that text. */
const givenShares = { coverage: 0, score: 0.5 }

/** The largest share of words that two sentences of an answer may have in common. */
const maxOverlap = 0.75

const overlap = (left: Passage, right: Passage): number => {
  const one = new Set(left.tokens.map(({ stem }) => stem))
  const other = new Set(right.tokens.map(({ stem }) => stem))
  const shared = Array.from(one).filter((stem) => other.has(stem)).length
  return shared / Math.max(1, Math.min(one.size, other.size))
}

/** Are two passages rows of one table? */
const isSameTable = (first: Passage, other: Passage): boolean =>
  first.row !== undefined &&
  other.row !== undefined &&
  first.source === other.source &&
  first.heading === other.heading &&
  first.row.names.join("|") === other.row.names.join("|")

/** Does a passage say as much as the best one? */
const isAsGood = (best: RankedPassage, { answers, coverage, isQuoted, score }: RankedPassage): boolean => {
  const least = best.passage.source === 0 ? givenShares : shares
  return (
    answers &&
    (isQuoted || !best.isQuoted) &&
    coverage >= least.coverage * best.coverage &&
    score >= least.score * best.score
  )
}

/**
 * The passages that answer a question, best first: sentences of one page that say as much as the best one and do not repeat it,
 * or rows of its table in their order. None when no passage answers.
 */
export const choosePassages = (
  ranked: ReadonlyArray<RankedPassage>,
  most = maxSentences
): ReadonlyArray<RankedPassage> => {
  const best = ranked.find(({ answers }) => answers)
  if (best === undefined) return []
  // Of pages that say as much in the form that is asked for, the newest is right.
  const first = ranked
    .filter((candidate) => isAsGood(best, candidate) && (candidate.hasForm || !best.hasForm))
    .reduce((newest, candidate) => (candidate.date > newest.date ? candidate : newest), best)
  const isRow = first.passage.row !== undefined
  const chosen = [first]
  for (const candidate of ranked) {
    if (chosen.length >= (isRow ? maxRows : most)) break
    const { passage } = candidate
    if (!isAsGood(first, candidate) || chosen.includes(candidate)) continue
    const fits = isRow
      ? isSameTable(first.passage, passage)
      : passage.row === undefined &&
        passage.source === first.passage.source &&
        chosen.every((other) => overlap(other.passage, passage) <= maxOverlap)
    if (fits) chosen.push(candidate)
  }
  return isRow ? chosen.toSorted((a, b) => a.passage.order - b.passage.order) : chosen
}

/** A row as text: "Adult: €12", or with the column names where it has several values, "Adult: Peak €12, Off-peak €9". */
const rowText = ({ cells, names }: TableRow): string => {
  const [key = "", ...rest] = cells
  const value = rest
    .flatMap((cell, index) => {
      const name = names[index + 1] ?? ""
      return cell === "" ? [] : [rest.length === 1 || name === "" ? cell : `${name} ${cell}`]
    })
    .join(", ")
  return key === "" || value === "" ? key + value : `${key}: ${value}`
}

/** Rows of one table as a sentence: "Adult: €12; Family ticket: €24 (Museum prices)", with their heading or page. */
const tableSentence = (
  { heading, names }: TableRow,
  rows: ReadonlyArray<TableRow>,
  title: string
): string => {
  const place = heading === "" ? title : heading
  // The header of the only column of values, unless the heading already has its words.
  const column = names.length === 2 ? (names[1] ?? "") : ""
  const said = new Set(contentStems(place))
  const isSaid = contentStems(column).every((stem) => said.has(stem))
  const where = [place, isSaid ? "" : column].filter((text) => text !== "").join(", ")
  const text = rows.map(rowText).join("; ")
  return where === "" ? text : `${text} (${where})`
}

/** Ends a sentence with a full stop and puts its citation before it. */
const withCitation = (text: string, number: number | undefined): string => {
  const mark = number === undefined ? "" : ` [${number}]`
  const end = /[.!?…。！？]["'”’)\]]*$/.exec(text)
  if (end === null) return `${text.replace(/[\s,;:–—-]+$/, "")}${mark}.`
  return `${text.slice(0, end.index).trimEnd()}${mark}${end[0]}`
}

/**
 * The answer as text; empty without passages. `numberOf` is the number of a page in citations; the conversation has none.
 * Rows of a table are one sentence; a blank line is between pages.
 */
export const quotePassages = (
  chosen: ReadonlyArray<RankedPassage>,
  pages: ReadonlyArray<{ readonly title: string }>,
  numberOf: (source: number) => number
): string => {
  let text = ""
  let before: Passage | undefined
  for (const { passage } of chosen) {
    const { row, source } = passage
    if (before !== undefined && isSameTable(before, passage)) continue
    const rows = chosen.flatMap((other) =>
      isSameTable(passage, other.passage) && other.passage.row !== undefined ? [other.passage.row] : []
    )
    const sentence =
      row === undefined ? passage.text : tableSentence(row, rows, pages[source - 1]?.title ?? "")
    const gap = before === undefined ? "" : before.source === source ? " " : "\n\n"
    text += `${gap}${withCitation(sentence, source === 0 ? undefined : numberOf(source))}`
    before = passage
  }
  return text
}

/** A citation `[n]` in a text: its position in UTF-16 units, end exclusive. */
export interface Citation {
  readonly start: number
  readonly end: number
  readonly source: number
}

/** The citations of a text whose number is at most `sources`. */
export const findCitations = (text: string, sources: number): ReadonlyArray<Citation> =>
  Array.from(text.matchAll(/\[(\d{1,4})\]/g)).flatMap((match) => {
    const source = Number(match[1])
    return source >= 1 && source <= sources
      ? [{ start: match.index, end: match.index + match[0].length, source }]
      : []
  })
