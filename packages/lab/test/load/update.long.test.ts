// A node on a PostgreSQL is replaced by another one under load: no call fails, and nothing that was acknowledged is lost.
import { assert, it } from "vitest"
import { updateUnderLoad } from "../../src/load/rollingUpdate.ts"
import { hasPostgres } from "../../src/postgres/programs.ts"
import { root } from "../../src/program.ts"

it.skipIf(!hasPostgres() && process.env["CI"] === undefined)(
  "a rolling update loses nothing",
  async () => {
    const { broken, done } = await updateUnderLoad(root, 1, 300)
    assert.deepStrictEqual(broken, [])
    assert.containsAllKeys(done, ["decision", "chat stream", "async chat", "key", "skill"])
  },
  180_000
)
