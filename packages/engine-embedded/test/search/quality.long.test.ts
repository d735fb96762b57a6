// Labelled queries over the documentation of the project, which changes with it.
import { assert } from "vitest"
import { test } from "../support/engines.ts"
import { project } from "../../tools/search/labelled.ts"
import { meanRanks } from "./ranking.ts"

test("hybrid ranking is about that of words alone or better on the project's own pages, and above meaning", function* () {
  const { both, lexical } = yield* meanRanks(project)
  assert.isAtLeast(both, lexical - 0.05)
  assert.isAbove(both, 0.65)
})
