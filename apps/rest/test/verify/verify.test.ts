// `leadline verify` over right servers, in which it finds nothing, and over seeded faults, each of which it finds.
import { decisionBackends } from "@leadline/lab"
import { assert, it } from "vitest"
import { checks, dialects } from "../../src/verify/Check.ts"
import { planOf } from "../../src/verify/verify.ts"
import { faults } from "./faults.ts"
import { embedded, findFaults, findNothing, optionsFor, run } from "./runs.ts"

it.each(dialects)(
  "%s: all of the embedded engine is right, and the number of requests was known",
  async (dialect) => {
    let sent = 0
    const right = await embedded
    const { findings, verdict } = await run(dialect, (address, init) => {
      sent++
      return right(address, init)
    })
    const seen = findings.filter(({ level, outcome }) => level !== "info" && outcome !== "passed")
    assert.deepStrictEqual(
      seen.map(({ id, notes, outcome }) => ({ id, outcome, notes })),
      []
    )
    assert.deepStrictEqual(verdict, { compatible: true, strict: true })
    assert.strictEqual(sent, planOf(optionsFor(dialect)).requests)
  }
)

findNothing(decisionBackends.filter(({ server }) => server === "ollama" || server === "openai"))

findFaults(faults.filter((_, at) => at % 6 === 0))

it("every check finds a fault", () => {
  const found = new Set(faults.map(({ check }) => check))
  assert.deepStrictEqual(
    checks.filter(({ id }) => !found.has(id)).map(({ id }) => id),
    []
  )
})
