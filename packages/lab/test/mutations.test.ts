// The seeded faults of `npm run lab -- mutations` fit the sources.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "vitest"
import { faults } from "../src/mutations/faults.ts"

it.each(faults)("$file has one place for the fault: $name", ({ file, find, replace }) => {
  const parts = readFileSync(join(import.meta.dirname, "../../..", file), "utf8").split(find)
  assert.lengthOf(parts, 2)
  assert.notStrictEqual(find, replace)
})
