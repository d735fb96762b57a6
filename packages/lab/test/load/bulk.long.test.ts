// Bulk calls against the server with a limit that also a slow machine exceeds.
import { assert, expect, it } from "vitest"
import { startServer } from "../../src/load/attack/startServer.ts"
import { optionSets, problemsIn, report, runBulk } from "../../src/load/bulk/command.ts"

it("none of 60 calls at once fails under any of the options, though the server refuses some", async () => {
  const { stop, victim } = await startServer({ LEADLINE_REQUESTS_PER_SECOND: "20" })
  // Each with a key of its own: the limits are those of a key.
  const keys = Object.values(victim.keys)
  const results = await Promise.all(
    optionSets.map((options, index) => runBulk(victim, keys[index] ?? "", 60, options))
  )
  await stop()
  assert.deepEqual(problemsIn(results), [], report(results))
  expect(results[0]?.refused).toBeGreaterThan(0)
}, 120_000)
