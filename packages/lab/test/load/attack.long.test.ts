// The server under all attacks at once keeps answering. Waits are measured by `npm run lab -- neighbours`.
import { assert, it } from "vitest"
import { problemsOfMix } from "../../src/load/neighbours/command.ts"
import { observe } from "../../src/load/neighbours/observe.ts"

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
    const attacked = await observe(
      "the attack mix",
      120,
      ({ models, tally }) =>
        models.times.length > 0 && quick.every((name) => Object.keys(tally[name] ?? {}).length > 0)
    )
    assert.deepStrictEqual(problemsOfMix(attacked), [])
    assert.isAbove(attacked.models.times.length, 0)
    for (const name of quick) assert.isAbove(Object.keys(attacked.tally[name] ?? {}).length, 0, name)
  }
)
