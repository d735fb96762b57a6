// Reads the tables of a text: their rows in order, and the cells of a column.
import type { Passage } from "../question-answering/passages.ts"

const cellsOf = (line: string): ReadonlyArray<string> =>
  line
    .replace(/^\s*\||\|\s*$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"))

/** The cells of the first column whose name is wanted, in the order of the rows. */
export const tableCells = (
  passages: ReadonlyArray<Passage>,
  isWanted: (column: string) => boolean
): ReadonlyArray<string> =>
  passages.flatMap(({ row }) => {
    if (row === undefined) return []
    const at = cellsOf(row.head).findIndex(isWanted)
    return cellsOf(row.line)[at] ?? []
  })
