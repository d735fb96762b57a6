// Chooses the passages of an answer and writes them as quotes with numbered citations.
import type { Passage, TableRow } from "../text/passages.ts"
import type { RankedPassage } from "./ranking.ts"

/** Sentences of an answer, and rows of one table, at most: a week has seven days. */
export const maxSentences = 3
const maxRows = 7

/** Passages whose scores differ by less say as much. */
const sameScore = 0.07

/** Of the conversation, a further sentence has this share of the best score at least. */
const givenShare = 0.5

/** Are two passages rows of one table? */
const isSameTable = (first: Passage, other: Passage): boolean =>
  first.row !== undefined &&
  first.source === other.source &&
  first.heading === other.heading &&
  first.row.names.join("|") === other.row?.names.join("|")

/**
 * The passages that answer a question, best first: sentences of one page that say as much as the best one, or rows of its table
 * in their order. None when no passage answers.
 */
export const choosePassages = (
  ranked: ReadonlyArray<RankedPassage>,
  most = maxSentences
): ReadonlyArray<RankedPassage> => {
  const best = ranked.find(({ answers }) => answers)
  if (best === undefined) return []
  // Of pages that say as much, the newest is right.
  const equals = ranked.filter(({ answers, score }) => answers && score > best.score - sameScore)
  const first = equals.reduce((newest, other) => (other.date > newest.date ? other : newest), best)
  const { row, source } = first.passage
  const isGiven = ({ answers, score }: RankedPassage) => answers && score >= givenShare * best.score
  const others = (source === 0 ? ranked.filter(isGiven) : equals).filter(
    ({ passage }) =>
      passage !== first.passage &&
      (row === undefined
        ? passage.row === undefined && passage.source === source
        : isSameTable(first.passage, passage))
  )
  if (row === undefined) return [first, ...others].slice(0, most)
  return [first, ...others].slice(0, maxRows).toSorted((a, b) => a.passage.order - b.passage.order)
}

/** A row as text: "Adult: €12", or with the column names where it has several values, "Adult: Peak €12, Off-peak €9". */
const rowText = ({ cells, names }: TableRow): string => {
  const [key = "", ...rest] = cells
  const value = rest
    .map((cell, index) => (rest.length === 1 || cell === "" ? cell : `${names[index + 1] ?? ""} ${cell}`))
    .filter((cell) => cell !== "")
    .join(", ")
  return key === "" || value === "" ? key + value : `${key}: ${value}`
}

/** Rows of one table as a sentence: "Adult: €12; Family ticket: €24 (Museum prices)", with their heading or page. */
const tableSentence = (rows: ReadonlyArray<TableRow>, title: string): string => {
  const { heading = "", names = [] } = rows[0] ?? {}
  const place = heading || title
  // The header of the only column of values, unless the heading already has it.
  const column = names.length === 2 ? (names[1] ?? "") : ""
  const isSaid = place.toLowerCase().includes(column.toLowerCase())
  const where = [place, isSaid ? "" : column].filter((text) => text !== "").join(", ")
  const text = rows.map(rowText).join("; ")
  return where === "" ? text : `${text} (${where})`
}

/** Ends a sentence with a full stop and puts its citation before it. */
const withCitation = (text: string, number: number | undefined): string => {
  const mark = number === undefined ? "" : ` [${number}]`
  const end = /[.!?…。！？]["'”’)\]]*$/.exec(text)
  // The last point of "3 p.m." stays.
  if (end === null || /\p{L}\.\p{L}\.$/u.test(text)) return `${text.replace(/[\s,;:–—-]+$/, "")}${mark}.`
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
    const { source } = passage
    if (before !== undefined && isSameTable(before, passage)) continue
    const table = chosen.filter((other) => isSameTable(passage, other.passage))
    const rows = table.flatMap((other) => other.passage.row ?? [])
    const sentence = rows.length === 0 ? passage.text : tableSentence(rows, pages[source - 1]?.title ?? "")
    const gap = before === undefined ? "" : before.source === source ? " " : "\n\n"
    text += `${gap}${withCitation(sentence, source === 0 ? undefined : numberOf(source))}`
    before = passage
  }
  return text
}

/** The citations `[n]` of a text whose number is at most `sources`: their positions in UTF-16 units, end exclusive. */
export const findCitations = (text: string, sources: number) =>
  Array.from(text.matchAll(/\[(\d{1,4})\]/g), ({ 0: mark, 1: number, index }) => ({
    start: index,
    end: index + mark.length,
    source: Number(number)
  })).filter(({ source }) => source >= 1 && source <= sources)
