// `leadline verify` over right servers, in which it finds nothing, and over faults, each of which it finds.
import { decisionBackends } from "@leadline/lab"
import { assert, it } from "vitest"
import { dialects } from "../../src/verify/Check.ts"
import { planOf } from "../../src/verify/verify.ts"
import { embedded, findFaults, findNothing, optionsFor, run } from "./runs.ts"

it.each(dialects)(
  "%s: all of the embedded engine is right, and the number of requests was known",
  async (dialect) => {
    let sent = 0
    const right = await embedded
    const { seen, verdict } = await run(dialect, (address, init) => {
      sent++
      return right(address, init)
    })
    assert.deepStrictEqual(seen, [])
    assert.deepStrictEqual(verdict, { compatible: true, strict: true })
    assert.strictEqual(sent, planOf(optionsFor(dialect)).requests)
  }
)

findNothing(decisionBackends.filter(({ server }) => server === "ollama" || server === "openai"))

findFaults(6)
