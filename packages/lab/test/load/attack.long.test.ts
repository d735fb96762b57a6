// The server under all attacks at once keeps answering. Waits are measured by `npm run lab -- neighbours`.
import { assert, it } from "vitest"
import { runNeighbours } from "../../src/load/neighbours/command.ts"

it("the attack mix brings no crash, no 500 and no more than 1 GiB", { timeout: 300_000 }, async () => {
  const { faults, waits } = await runNeighbours("the attack mix", 15)
  assert.deepStrictEqual(faults, [])
  assert.isFalse(Number.isNaN(waits[0]))
})
