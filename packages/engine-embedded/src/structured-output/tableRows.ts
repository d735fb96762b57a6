// Reads a column of the tables of a text.
import type { Passage } from "../question-answering/passages.ts"

/** The cells of the first column whose name is wanted, in the order of the rows. */
export const tableCells = (
  passages: ReadonlyArray<Passage>,
  isWanted: (column: string) => boolean
): ReadonlyArray<string> => passages.flatMap(({ row }) => row?.cells[row.names.findIndex(isWanted)] ?? [])
