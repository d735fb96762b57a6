// The server under all attacks at once keeps answering. Latency is measured by `npm run lab -- load attack`.
import { assert, it } from "vitest"
import { problemsIn } from "../../src/load/attack/command.ts"
import { runAttack } from "../../src/load/attack/run.ts"

it(
  "the attack mix brings no crash, no answer of 500 and no more than 1 GiB",
  { timeout: 300_000 },
  async () => {
    const attacked = await runAttack({ seconds: 5 })
    assert.deepStrictEqual(problemsIn(attacked, true), [])
    assert.isAbove(attacked.models.times.length, 0)
    assert.isAbove(Object.values(attacked.tally["depth bombs"] ?? {}).length, 0)
  }
)
