// The table of routes in docs/backends.md, beside the kinds that can be configured.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "vitest"
import { kinds } from "../../src/kinds/registry.ts"
import { resources } from "../../src/kinds/Services.ts"

const document = readFileSync(join(import.meta.dirname, "../../../../docs/backends.md"), "utf8")

/** The names of a cell, as `a`, `b`. */
const namesIn = (cell: string | undefined) =>
  Array.from(cell?.matchAll(/`([^`]+)`/g) ?? [], ([, name]) => name)

it("the kind `leadline` can answer every resource", () => {
  assert.deepStrictEqual(kinds.find(({ name }) => name === "leadline")?.resources, resources)
})

it.each(resources)("the documents name the other kinds that can answer %s", (resource) => {
  const row = document
    .split("\n")
    .find((line) => line.startsWith(`| \`${resource}\` `) && line.includes(" /"))
  const [, , , answering] = row?.split("|") ?? []
  assert.deepStrictEqual(
    namesIn(answering),
    kinds
      .filter(({ name, resources: all }) => name !== "leadline" && all.includes(resource))
      .map(({ name }) => name)
  )
})
