// A hostile response costs the client its size limit of memory and little more.
import { assert, describe, it } from "vitest"
import { memoryAttacks, memoryGrowth } from "../../src/faults/memory/growth.ts"

/**
 * MiB beyond the limit: 16, and what the collector leaves lying about. Fetch copies every piece, and V8 lets 32 MiB
 * and more of such copies gather.
 */
describe.each([
  ["node", 16 + 32],
  ["fetch", 16 + 64]
] as const)("by %s", (transport, beyond) => {
  it.each(memoryAttacks)("$title costs at most the limit and a little", async (attack) => {
    const { grown, outcome } = await memoryGrowth(attack, transport)
    const [ofNode, ofFetch = ofNode] = attack.outcome
    assert.strictEqual(outcome, transport === "node" ? ofNode : ofFetch)
    assert.isBelow(grown, (attack.limit + beyond) * (1 << 20))
  })
})
