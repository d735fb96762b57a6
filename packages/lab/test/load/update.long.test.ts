// A node on a PostgreSQL is replaced by another one under load: no call fails, and nothing that was acknowledged is lost.
import { assert, it } from "vitest"
import { updateUnderLoad } from "../../src/load/rollingUpdate.ts"
import { hasPostgres } from "../../src/postgres/programs.ts"
import { newSchema } from "../../src/postgres/schema.ts"
import { startPostgres } from "../../src/postgres/server.ts"
import { root } from "../../src/program.ts"

it.skipIf(!hasPostgres() && process.env["CI"] === undefined)(
  "a rolling update loses nothing",
  async () => {
    const postgres = await startPostgres()
    const ledger = await updateUnderLoad({
      from: root,
      databaseUrl: await newSchema(postgres.url),
      nodes: 1,
      pace: 300
    })
    await postgres.stop()
    assert.deepStrictEqual(ledger.broken, [])
    for (const operation of ["decision", "chat stream", "async chat", "key", "skill"]) {
      assert.isAbove(ledger.done[operation] ?? 0, 0)
    }
  },
  180_000
)
