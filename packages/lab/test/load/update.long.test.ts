// A node on a PostgreSQL is replaced by another one under load: no call fails, and nothing that was acknowledged is lost.
import { assert, it } from "vitest"
import { current } from "../../src/load/nodes/serverNode.ts"
import { problemsIn, updateUnderLoad } from "../../src/load/nodes/rollingUpdate.ts"
import { hasPostgres } from "../../src/postgres/programs.ts"
import { newSchema } from "../../src/postgres/schema.ts"
import { startPostgres } from "../../src/postgres/server.ts"

// It replaces three nodes under load.
it.skipIf(process.env["LONG_TESTS"] === undefined || (!hasPostgres() && process.env["CI"] === undefined))(
  "a rolling update loses nothing",
  async () => {
    const postgres = await startPostgres()
    const updated = await updateUnderLoad({
      from: current(),
      to: current(),
      databaseUrl: await newSchema(postgres.url),
      nodes: 1,
      pace: 300
    })
    await postgres.stop()
    assert.deepStrictEqual(problemsIn(updated), [])
    for (const operation of ["decisions", "chat stream", "async chat", "key", "skill"]) {
      assert.isAbove(updated.ledger.calls[operation] ?? 0, 0)
    }
  },
  180_000
)
