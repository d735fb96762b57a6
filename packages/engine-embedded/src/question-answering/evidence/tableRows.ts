// Table rows as answers: whether a question names a row, and rows as a sentence.
import { tokenize } from "../../text/tokenize.ts"
import type { Passage, TableRow } from "../passages.ts"
import type { Term } from "../terms.ts"

const contentStems = (text: string): ReadonlyArray<string> =>
  tokenize(text).flatMap(({ content, kind, stem }) => (content || kind === "number" ? [stem] : []))

/** Does a question have all words of the first cell of a row? */
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

/** Does a question quote the first cell of a row word for word: "Over 10 metres", not just "metres"? */
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

/** A row as text: "Adult: €12", or with the column names where it has several values, "Adult: Peak €12, Off-peak €9". */
const rowText = ({ cells, names }: TableRow): string => {
  const [key = "", ...rest] = cells
  const values = rest.flatMap((cell, index) => {
    const name = names[index + 1] ?? ""
    return cell === "" ? [] : [rest.length === 1 || name === "" ? cell : `${name} ${cell}`]
  })
  const value = values.join(", ")
  return key === "" || value === "" ? key + value : `${key}: ${value}`
}

/** The header of the value column in a table of two columns; empty when the heading already has its words. */
const columnName = ({ names }: TableRow, heading: string): ReadonlyArray<string> => {
  const name = names.length === 2 ? (names[1] ?? "") : ""
  const said = new Set(contentStems(heading))
  return contentStems(name).every((stem) => said.has(stem)) ? [] : [name]
}

/** Rows of one table as a sentence without full stop: "Adult: €12; Family ticket: €24 (Museum prices)". */
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
