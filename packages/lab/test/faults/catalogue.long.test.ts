// The fault catalogue: every row over both transports.
import { assert, beforeAll, it } from "vitest"
import { streamOperations, wholeOperations } from "../../src/faults/operations.ts"
import { bodyRows } from "../../src/faults/rows/bodies.ts"
import { headRows } from "../../src/faults/rows/heads.ts"
import { linkRows } from "../../src/faults/rows/connections.ts"
import { runCatalogue } from "../../src/faults/runCatalogue.ts"
import { streamRows } from "../../src/faults/rows/streams.ts"

const wholeRows = [...headRows, ...bodyRows, ...linkRows]

let problems: Awaited<ReturnType<typeof runCatalogue>>
beforeAll(async () => {
  problems = await runCatalogue([
    [wholeRows, wholeOperations],
    [streamRows, streamOperations]
  ])
}, 180_000)

it.each([...wholeRows, ...streamRows])("$title", ({ title }) => assert.deepEqual(problems.get(title), []))
