// Confirmed changes of keys survive a kill, and so does the audit log.
import { layerPepperFile, verifyAudit } from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { newFolder } from "../../src/processes.ts"
import { killAndRestart } from "../../src/load/killAndRestart.ts"

describe("a server that is killed", () => {
  it(
    "keeps every key that was answered made, and refuses every one answered revoked",
    { timeout: 300_000 },
    async () => {
      const cwd = newFolder()
      const { acknowledged, lost } = await killAndRestart(cwd, 3)
      assert.deepEqual(lost, [])
      assert.isAbove(acknowledged.keys.size, 0)
      const directory = join(cwd, ".leadline")
      const store = Layer.merge(
        Sqlite.layer({ filename: join(directory, "leadline.sqlite") }),
        layerPepperFile({ directory })
      )
      const { events, problem } = await Effect.runPromise(Effect.provide(verifyAudit(), store))
      assert.isUndefined(problem)
      assert.isAtLeast(events, acknowledged.keys.size)
    }
  )
})
