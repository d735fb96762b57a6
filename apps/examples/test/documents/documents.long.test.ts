// Every block of the documentation is checked and run, or says why not; every link leads somewhere.
import { assert, it } from "vitest"
import { examine, describeProblem } from "./examine.ts"
import { documents } from "./list.ts"

it("every block of every document is checked and run, or marked why not", async () => {
  const { judged, problems } = await examine(documents(), "documents")
  assert.deepEqual(problems.map(describeProblem), [])
  assert.isAbove(judged.filter(({ how }) => how === "run").length, 40)
}, 600_000)
