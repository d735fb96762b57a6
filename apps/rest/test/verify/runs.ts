// Runs `leadline verify` over servers in memory: right ones, and ones with a seeded fault.
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
import { type SeededFault, withFault } from "./SeededFault.ts"

const bases: { readonly [D in Dialect]: string } = {
  leadline: "http://verify.test",
  "system-one": "http://verify.test",
  "openai-decisions": "http://verify.test/openai/v1"
}

/** Options of a run. */
export const optionsFor = (dialect: Dialect) => ({
  url: new URL(bases[dialect]),
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

/** Runs all checks. */
export const run = async (dialect: Dialect, send: Send) =>
  Effect.runPromise(verify(optionsFor(dialect), send))

/** Finds no fault in a server over these backends, in any dialect. */
export const findNothing = (backends: ReadonlyArray<DecisionBackendOptions>): unknown =>
  describe.each(backends)("over $kind, $server", (options) => {
    it.each(dialects)("%s: no fault", async (dialect) => {
      const right = await start(decisionBackend(options).decisions)
      const { findings } = await run(dialect, right)
      const failed = findings.filter(({ level, outcome }) => level !== "info" && outcome === "failed")
      assert.deepStrictEqual(
        failed.map(({ id, notes }) => ({ id, notes })),
        []
      )
    })
  })

/** Finds each fault. */
export const findFaults = (faults: ReadonlyArray<SeededFault>): unknown =>
  describe("seeded faults", () => {
    it.each(faults)("$name is found by $check", async ({ alter, check, dialect }) => {
      const { findings, verdict } = await run(dialect, withFault(await embedded, { alter }))
      const found = findings.find(({ id }) => id === check)
      assert.strictEqual(found?.outcome, "failed", JSON.stringify(found))
      if (found?.level === "must") assert.strictEqual(verdict.compatible, false)
      if (found?.level !== "info") assert.strictEqual(verdict.strict, false)
    })
  })
