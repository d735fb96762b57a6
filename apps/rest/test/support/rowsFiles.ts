// Files of rows, and what is read of them.
import { type ColumnSource, parquetWriteBuffer } from "hyparquet-writer"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert } from "vitest"
import { readRows, type Row } from "../../src/rows/rowsFile.ts"
import { emptyDirectory } from "./serverProcess.ts"

let files = 0
/** A new file, by its extension. */
export const fileOf = (content: string | Uint8Array, extension = "csv") => {
  const path = join(emptyDirectory(), `rows-${files++}.${extension}`)
  writeFileSync(path, content)
  return path
}

/** The bytes of a Parquet file. */
export const parquet = (columnData: Array<ColumnSource>, options: object = {}) =>
  new Uint8Array(parquetWriteBuffer({ columnData, ...options }))

/** All rows of a file that needs columns. */
export const readAll = async (path: string, needed?: ReadonlyArray<string>): Promise<ReadonlyArray<Row>> => {
  const rows: Array<Row> = []
  for await (const row of readRows(path, needed)) rows.push(row)
  return rows
}

/** The message of the refusal of a file, which begins with its extension. */
export const errorOf = (path: string, needed?: ReadonlyArray<string>) =>
  readAll(path, needed).then(
    () => assert.fail("it was read"),
    (error: Error) => error.message.replace(/^.*?(?=\.\w+:)/, "")
  )
