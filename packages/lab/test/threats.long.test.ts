// Every row of the threat table, over real sockets, on the Node that runs this; those about keys over a PostgreSQL, too.
import { assert, beforeAll, describe, it } from "vitest"
import { hasPostgres } from "../src/postgres/programs.ts"
import { startPostgres } from "../src/postgres/server.ts"
import { databaseThreats, keyThreats, type Outcome, runOnNode, threats } from "../src/threats/index.ts"

/** Times of rows only bound a hang here: `npm run lab -- threats` holds them to the second. */
const slack = 10

type Run = Awaited<ReturnType<typeof runOnNode>>

/** What the rows of a table must show, once they ran. */
const check = (rows: typeof threats, run: () => Promise<Run>) => {
  const outcomes = new Map<string, Outcome>()
  let after: Run["after"] | undefined
  beforeAll(async () => {
    const result = await run()
    for (const outcome of result.outcomes) outcomes.set(outcome.threat.id, outcome)
    after = result.after
  }, 400_000)

  it.each(rows)("$id $title", ({ id }) => {
    assert.deepStrictEqual(outcomes.get(id)?.wrong, [])
  })

  it("calls no other server, and logs neither keys nor bodies", () => {
    assert.strictEqual(outcomes.size, rows.length, "two rows have one id")
    assert.deepStrictEqual(after, { outgoing: 0, leaks: 0 })
  })
}

describe("a server under attack", () => {
  check(threats, () => runOnNode("26", threats, undefined, slack))
})

describe.skipIf(!hasPostgres() && process.env["CI"] === undefined)(
  "a server over PostgreSQL under attack on its keys and its database",
  () => {
    const rows = [...keyThreats, ...databaseThreats]
    check(rows, async () => {
      const postgres = await startPostgres()
      try {
        return await runOnNode("26", rows, postgres.url, slack)
      } finally {
        await postgres.stop()
      }
    })
  }
)
