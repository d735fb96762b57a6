// Labelled queries over the documentation of the project, which changes with it.
import { join } from "node:path"
import { assert } from "vitest"
import { isDocumentation } from "../../src/index.ts"
import { test } from "../support/engines.ts"
import { meanRanks } from "./ranking.ts"

test("hybrid ranking is about that of words alone or better on the project's own pages, and above meaning", function* () {
  const folder = join(import.meta.dirname, "../../../..")
  const { both, lexical } = yield* meanRanks("project", { folder, include: isDocumentation })
  assert.isAtLeast(both, lexical - 0.05)
  assert.isAbove(both, 0.65)
})
