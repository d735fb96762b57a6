// Short forms of the commands `chaos`, `update` and `neighbours`, one after the other.
import { assert, it } from "vitest"
import { runChaos } from "../../src/load/chaos/command.ts"
import { runNeighbours } from "../../src/load/neighbours/command.ts"
import { updateUnderLoad } from "../../src/load/rollingUpdate.ts"
import { hasPostgres } from "../../src/postgres/programs.ts"
import { root } from "../../src/program.ts"
import { missingRedis } from "../../src/redis/server.ts"

const timeout = 600_000
const noPostgres = !hasPostgres() && process.env["CI"] === undefined

it.skipIf(missingRedis !== undefined || noPostgres)(
  "half a minute of chaos breaks no promise",
  { timeout },
  async () => assert.deepStrictEqual(await runChaos(0.5, 1), [])
)

it.skipIf(noPostgres)(
  "a node is replaced by another one under load: no call fails, and nothing that was acknowledged is lost",
  { timeout },
  async () => {
    const { broken, done } = await updateUnderLoad(root, 1, 300)
    assert.deepStrictEqual(broken, [])
    assert.containsAllKeys(done, ["decision", "chat stream", "async chat", "key", "skill"])
  }
)

it("the attack mix brings no crash, no 500 and no more than 1 GiB", { timeout }, async () => {
  const { faults, waits } = await runNeighbours("the attack mix", 15)
  assert.deepStrictEqual(faults, [])
  assert.isFalse(Number.isNaN(waits[0]))
})
