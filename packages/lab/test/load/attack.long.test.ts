// The server under all attacks at once keeps answering. Latency is measured by `npm run lab -- neighbours "the attack mix"`.
import { assert, it } from "vitest"
import { observe } from "../../src/load/attack/observe.ts"
import { problemsIn } from "../../src/load/neighbours/command.ts"
import { mix } from "../../src/load/neighbours/rows.ts"

/** Attacks of which something comes within seconds; the others wait for the server to give up. */
const quick = [
  "depth bombs",
  "32 MiB with a key",
  "32 MiB without a key",
  "streams opened and left",
  "wrong keys",
  "noise and pipelines"
]

it(
  "the attack mix brings no crash, no answer of 500 and no more than 1 GiB",
  { timeout: 300_000 },
  async () => {
    const attacked = await observe({
      row: mix,
      seconds: 120,
      until: ({ models, tally }) =>
        models.times.length > 0 && quick.every((name) => Object.keys(tally[name] ?? {}).length > 0)
    })
    assert.deepStrictEqual(problemsIn(mix, attacked, true), [])
    assert.isAbove(attacked.models.times.length, 0)
    for (const name of quick) assert.isAbove(Object.keys(attacked.tally[name] ?? {}).length, 0, name)
  }
)
