// Rows of CSV at their limit: csv-parse takes seconds for them.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "vitest"
import { readRows, rowLimit } from "../../src/rows/rowsFile.ts"
import { emptyDirectory } from "../support/serverProcess.ts"

const scratch = emptyDirectory()

it.each([
  ["a header", "", 1],
  ["a row", "a\n1\n", 3],
  ["a quote over many lines", 'a\n1\n"\n\n', 3]
])("%s of over 32 MiB is refused with its line, and no more of it is read", async (_what, before, line) => {
  const path = join(scratch, "rows.csv")
  writeFileSync(path, `${before}${"x".repeat(rowLimit + 2)}`)
  const read = (async () => {
    for await (const row of readRows(path)) assert.isBelow(row.line, line)
  })().then(
    () => "it was read",
    (error: Error) => error.message
  )
  assert.strictEqual(
    await read,
    `${path}:${line}: the row is larger than 32 MiB, and so than any request: shorten it, or leave it out`
  )
})
