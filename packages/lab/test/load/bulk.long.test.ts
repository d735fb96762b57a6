// Bulk calls against the server with a low limit.
import { assert, it } from "vitest"
import { startServer } from "../../src/load/attack/startServer.ts"
import { optionSets, runBulk } from "../../src/load/bulk.ts"

it("none of 60 calls at once fails under any of the options, though the server refuses some", async () => {
  const { stop, victim } = await startServer({ LEADLINE_REQUESTS_PER_SECOND: "20" })
  // Each with a key of its own: the limits are those of a key.
  const keys = Object.values(victim.keys)
  let refused = 0
  // A machine that is slow for a while may stay below the limit.
  for (let run = 0; run < 10 && refused === 0; run++) {
    const results = await Promise.all(
      optionSets.map((options, index) => runBulk(victim.port, keys[index] ?? "", 60, options))
    )
    for (const [index, { failures }] of results.entries())
      assert.deepEqual(failures, {}, JSON.stringify(optionSets[index]))
    refused = results[0]?.refused ?? 0
  }
  await stop()
  assert.isAbove(refused, 0)
}, 180_000)
