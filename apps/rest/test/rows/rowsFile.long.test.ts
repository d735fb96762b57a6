// Rows of CSV at their limit: csv-parse takes seconds for them.
import { assert, it } from "vitest"
import { rowLimit } from "../../src/rows/rowsFile.ts"
import { errorOf, fileOf } from "../support/rowsFiles.ts"

it.each([
  ["a header", "", 1],
  ["a quote over many lines", 'a\n1\n"\n\n', 3]
])("%s of over 32 MiB is refused with its line", async (_what, before, line) => {
  const message = await errorOf(fileOf(`${before}${"x".repeat(rowLimit + 2)}`))
  assert.match(message, new RegExp(`^\\.csv:${line}: the row is larger than 32 MiB, `))
})
