// Runs `leadline verify` over servers in memory: right ones, and ones with a fault.
import * as Embedded from "@leadline/engine-embedded"
import {
  apiKey,
  decisionBackend,
  type DecisionBackendOptions,
  type ServiceOptions,
  startInMemory
} from "@leadline/lab"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { assert, describe, it } from "vitest"
import { type Dialect, dialects } from "../../src/verify/Check.ts"
import { type Send, verify } from "../../src/verify/verify.ts"
import { useScope } from "../support/scope.ts"
import { faults, withFault } from "./faults.ts"

/** Options of a run. */
export const optionsFor = (dialect: Dialect) => ({
  url: new URL(dialect === "openai-decisions" ? "http://verify.test/openai/v1" : "http://verify.test"),
  dialect,
  model: "decider-27b",
  apiKey,
  timeout: 30_000
})

const inScope = useScope()

const start = (decisions: ServiceOptions["decisions"] & object): Promise<Send> =>
  inScope(startInMemory({ decisions }))

/** A server over the embedded engine. */
export const embedded = start(Layer.orDie(Embedded.layerDecisions))

/** Runs all checks: the verdict, and what did not pass but for measurements. */
export const run = async (dialect: Dialect, send: Send) => {
  const { findings, verdict } = await Effect.runPromise(verify(optionsFor(dialect), send))
  const notPassed = findings.filter(({ level, outcome }) => level !== "info" && outcome !== "passed")
  return { findings, verdict, seen: notPassed.map(({ id, notes, outcome }) => ({ id, outcome, notes })) }
}

/** Finds no fault in a server over these backends, in any dialect. */
export const findNothing = (backends: ReadonlyArray<DecisionBackendOptions>): unknown =>
  describe.each(backends)("over $kind, $server", (options) => {
    it.each(dialects)("%s: no fault", async (dialect) => {
      const { seen } = await run(dialect, await start(decisionBackend(options).decisions))
      assert.deepStrictEqual(
        seen.filter(({ outcome }) => outcome === "failed"),
        []
      )
    })
  })

/** Finds faults, each so many-th of all. */
export const findFaults = (each = 1): unknown =>
  it.each(faults.filter((_, at) => at % each === 0))(
    "%s fails for a server of %s with a fault",
    async (check, dialect, fault) => {
      const { findings, verdict } = await run(dialect, withFault(await embedded, fault))
      const found = findings.find(({ id }) => id === check)
      assert.strictEqual(found?.outcome, "failed", JSON.stringify(found))
      if (found?.level === "must") assert.isFalse(verdict.compatible)
      if (found?.level !== "info") assert.isFalse(verdict.strict)
    }
  )
