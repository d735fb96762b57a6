// Reads one column of the tables in a text.
import type { Passage } from "../question-answering/passages.ts"

/** For each table row, its cell in the first column whose name is wanted. */
export const tableCells = (
  passages: ReadonlyArray<Passage>,
  isWanted: (column: string) => boolean
): ReadonlyArray<string> => passages.flatMap(({ row }) => row?.cells[row.names.findIndex(isWanted)] ?? [])
