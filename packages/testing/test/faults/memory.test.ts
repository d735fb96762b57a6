// What a hostile answer costs: the process grows by the limit and little more.
import { assert, it } from "vitest"
import { greeds, growth } from "../../src/faults/memoryRuns.ts"

const mib = 1 << 20
/** The limit of an answer, 16 MiB beyond it, and what a busy machine's collector leaves lying about. */
const most = (64 + 16 + 32) * mib

const rows = greeds.flatMap((greed) =>
  (["node", "fetch"] as const).map((transport) => ({ greed, transport, title: greed.title }))
)

it.each(rows)("$title costs at most the limit, by $transport", async ({ greed, transport }) => {
  const { grown, outcome } = await growth(greed, transport)
  process.stdout.write(`memory: ${greed.title}, ${transport}: ${(grown / mib).toFixed(0)} MiB\n`)
  assert.strictEqual(outcome, typeof greed.outcome === "string" ? greed.outcome : greed.outcome[transport])
  assert.isBelow(grown, most)
})
