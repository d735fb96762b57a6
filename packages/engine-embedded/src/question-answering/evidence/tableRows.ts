// Rows of a table in words: which question they answer, and the sentence that quotes them.
import { tokenize } from "../../text/tokenize.ts"
import type { Passage, TableRow } from "../passages.ts"
import type { Term } from "../terms.ts"

const contentStems = (text: string): ReadonlyArray<string> =>
  tokenize(text).flatMap(({ content, kind, stem }) => (content || kind === "number" ? [stem] : []))

/** Does a question name a row: has it all words of its first cell? */
export const namesRow = (terms: ReadonlyArray<Term>, { cells }: TableRow): boolean => {
  const key = contentStems(cells[0] ?? "")
  const asked = new Set(terms.map(({ stem }) => stem))
  return key.length > 0 && key.every((stem) => asked.has(stem))
}

const wordsOf = (text: string): string =>
  ` ${tokenize(text)
    .filter(({ kind }) => kind !== "sign")
    .map((token) => token.text)
    .join(" ")} `

/** Does a question have the first cell of a row, word for word? "Under 10 metres" is not "Over 10 metres". */
export const quotesRow = (question: string, { cells }: TableRow): boolean => {
  const key = wordsOf(cells[0] ?? "")
  return key.trim() !== "" && wordsOf(question).includes(key)
}

/** Are two passages rows of one table? */
export const isSameTable = (first: Passage, other: Passage): boolean =>
  first.row !== undefined &&
  other.row !== undefined &&
  first.source === other.source &&
  first.heading === other.heading &&
  first.row.names.join("|") === other.row.names.join("|")

/** A row in words: its first cell, then the others, with the names of their columns where there are several. */
const rowText = ({ cells, names }: TableRow): string => {
  const [key = "", ...rest] = cells
  const values = rest.flatMap((cell, index) => {
    const name = names[index + 1] ?? ""
    return cell === "" ? [] : [rest.length === 1 || name === "" ? cell : `${name} ${cell}`]
  })
  const value = values.join(", ")
  return key === "" || value === "" ? key + value : `${key}: ${value}`
}

/** The name of the only column of values, unless the heading has its words. */
const columnName = ({ names }: TableRow, heading: string): ReadonlyArray<string> => {
  const name = names.length === 2 ? (names[1] ?? "") : ""
  const said = new Set(contentStems(heading))
  return contentStems(name).every((stem) => said.has(stem)) ? [] : [name]
}

/** Rows of one table as a sentence without its end: "Adult: €12; Family ticket: €24 (Museum prices)". */
export const tableSentence = (
  rows: readonly [TableRow, ...ReadonlyArray<TableRow>],
  title: string
): string => {
  const [first] = rows
  const heading = first.heading === "" ? title : first.heading
  const place = [...(heading === "" ? [] : [heading]), ...columnName(first, heading)].join(", ")
  const text = rows.map(rowText).join("; ")
  return place === "" ? text : `${text} (${place})`
}
