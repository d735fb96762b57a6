// The fault catalogue: every row over both transports.
import { assert, beforeAll, describe, it } from "vitest"
import { bodyRows } from "../../src/faults/rows/bodies.ts"
import { headRows } from "../../src/faults/rows/heads.ts"
import { linkRows } from "../../src/faults/rows/connections.ts"
import { type Result, runCatalogue } from "../../src/faults/runCatalogue.ts"
import { streamRows } from "../../src/faults/rows/streams.ts"

const only = process.env["LEADLINE_FAULTS"]?.split(",")
const all = [...headRows, ...bodyRows, ...streamRows, ...linkRows]
const rows = all.filter(({ id }) => only?.includes(id) ?? true)

let results: ReadonlyArray<Result> = []
beforeAll(async () => {
  results = await runCatalogue(rows)
}, 180_000)

it("there are 78 rows", () => {
  const ids = ["F54", "S16", "L08"].flatMap((last) =>
    Array.from({ length: Number(last.slice(1)) }, (_, n) => `${last[0]}${String(n + 1).padStart(2, "0")}`)
  )
  assert.deepEqual(
    all.map(({ id }) => id),
    ids
  )
})

describe("faults of the wire", () => {
  it.each(rows)("$id $title", ({ id }) => {
    const problems = results
      .filter((result) => result.id === id && result.problems.length > 0)
      .map(({ operation, problems: wrong, title, received, transport }) =>
        [`${transport}, ${operation.name}, ${title}: ${received}`, ...wrong].join("\n    ")
      )
    assert.deepEqual(problems, [])
  })
})
