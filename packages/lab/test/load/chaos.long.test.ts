// Three nodes that are killed, paused and cut off under load, in short: nothing that was acknowledged is lost.
import { assert, it } from "vitest"
import { runChaos } from "../../src/load/chaos/command.ts"
import { hasPostgres } from "../../src/postgres/programs.ts"
import { missingRedis } from "../../src/redis/server.ts"

it.skipIf(missingRedis !== undefined || (!hasPostgres() && process.env["CI"] === undefined))(
  "half a minute of chaos breaks no promise",
  async () => assert.deepStrictEqual(await runChaos(0.5, 1), []),
  600_000
)
