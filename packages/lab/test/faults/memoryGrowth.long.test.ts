// A hostile response costs the client its size limit of memory and little more.
import { assert, it } from "vitest"
import { memoryAttacks, memoryGrowth } from "../../src/faults/memory/growth.ts"

const mib = 1 << 20

/**
 * MiB beyond the limit: 16, and what the collector leaves lying about. Fetch copies every piece, and V8 lets 32 MiB
 * and more of such copies gather.
 */
const beyond = { node: 16 + 32, fetch: 16 + 64 }

const rows = memoryAttacks.flatMap((greed) =>
  (["node", "fetch"] as const).map((transport) => ({ greed, transport, title: greed.title }))
)

it.each(rows)("$title costs at most the limit and a little, by $transport", async ({ greed, transport }) => {
  const { grown, outcome } = await memoryGrowth(greed, transport)
  process.stdout.write(`memory: ${greed.title}, ${transport}: ${(grown / mib).toFixed(0)} MiB\n`)
  assert.strictEqual(outcome, typeof greed.outcome === "string" ? greed.outcome : greed.outcome[transport])
  assert.isBelow(grown, (greed.limit + beyond[transport]) * mib)
})
