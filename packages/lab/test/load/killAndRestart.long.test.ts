// Confirmed changes survive kills of a server, and so does the audit log.
import { layerPepperFile, verifyAudit } from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { join } from "node:path"
import { assert, it } from "vitest"
import { lostAt } from "../../src/load/acknowledged.ts"
import { startNode } from "../../src/load/serverNode.ts"
import { startLoad } from "../../src/load/workload.ts"
import { holdsWithin, newFolder } from "../../src/processes.ts"
import { forOneOperator } from "../../src/serverProcess.ts"

/** The key that makes and revokes the others. */
const owner = "the-owner-of-all-keys-0123456789"

it(
  "a server that is killed in the midst of its work keeps every key, revocation, skill and async chat that it answered",
  { timeout: 300_000 },
  async () => {
    const directory = newFolder()
    const node = await startNode({ directory, env: { ...forOneOperator, LEADLINE_API_KEY: owner } })
    await node.ready()
    const { acknowledged, broken, end } = startLoad([node.url], owner)
    for (let kills = 0; kills < 3; kills++) {
      const wanted = acknowledged.keys.size + Math.ceil(Math.random() * 10)
      assert.isTrue(await holdsWithin(60_000, () => acknowledged.keys.size >= wanted))
      await node.restart()
      await node.ready()
    }
    await end()
    assert.deepEqual([...broken, ...(await lostAt([node.url], owner, acknowledged, 0))], [])
    await node.end("SIGKILL")
    const filename = join(directory, "leadline.sqlite")
    const store = Layer.merge(Sqlite.layer({ filename }), layerPepperFile({ directory }))
    const { events, problem } = await Effect.runPromise(Effect.provide(verifyAudit(), store))
    assert.isUndefined(problem)
    assert.isAtLeast(events, acknowledged.keys.size)
  }
)
