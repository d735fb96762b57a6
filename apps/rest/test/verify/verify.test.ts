// `leadline verify` over right servers, in which it finds nothing, and over faults, each of which it finds.
import * as Embedded from "@leadline/engine-embedded"
import { apiKey, decisionBackend, decisionBackends, type ServiceOptions, startInMemory } from "@leadline/lab"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { assert, describe, it } from "vitest"
import { type Dialect, dialects } from "../../src/verify/Check.ts"
import { planOf, type Send, verify } from "../../src/verify/verify.ts"
import { useScope } from "../support/scope.ts"
import { faults, withFault } from "./faults.ts"

/** The quick tests are over some of the servers, and a part of the faults. */
const isLong = process.env["LONG_TESTS"] === "1"

const optionsFor = (dialect: Dialect) => ({
  url: new URL(dialect === "openai-decisions" ? "http://verify.test/openai/v1" : "http://verify.test"),
  dialect,
  model: "decider-27b",
  apiKey,
  timeout: 30_000
})

const inScope = useScope()

const start = (decisions: ServiceOptions["decisions"] & object): Promise<Send> =>
  inScope(startInMemory({ decisions }))

const embedded = start(Layer.orDie(Embedded.layerDecisions))

/** Runs all checks: the verdict, and what did not pass but for measurements. */
const run = async (dialect: Dialect, send: Send) => {
  const { findings, verdict } = await Effect.runPromise(verify(optionsFor(dialect), send))
  const notPassed = findings.filter(({ level, outcome }) => level !== "info" && outcome !== "passed")
  return { findings, verdict, seen: notPassed.map(({ id, notes, outcome }) => ({ id, outcome, notes })) }
}

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

const servers = decisionBackends.filter(({ server }) => isLong || server === "ollama" || server === "openai")

describe.each(servers)("over $kind, $server", (options) => {
  it.each(dialects)("%s: no fault", async (dialect) => {
    const { seen } = await run(dialect, await start(decisionBackend(options).decisions))
    assert.deepStrictEqual(
      seen.filter(({ outcome }) => outcome === "failed"),
      []
    )
  })
})

it.each(faults.filter((_, at) => isLong || at % 6 === 0))(
  "%s fails for a server of %s with a fault",
  async (check, dialect, fault) => {
    const { findings, verdict } = await run(dialect, withFault(await embedded, fault))
    const found = findings.find(({ id }) => id === check)
    assert.strictEqual(found?.outcome, "failed", JSON.stringify(found))
    if (found?.level === "must") assert.isFalse(verdict.compatible)
    if (found?.level !== "info") assert.isFalse(verdict.strict)
  }
)
