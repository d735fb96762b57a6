// Conformance of decisions over each kind of decision server, and over each server that a kind knows.
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, assert, describe, it } from "vitest"
import {
  decisionBackend,
  decisionBackends,
  decisionsCases,
  decisionsSetups,
  openaiDecisionsBackend,
  openrouterBackend,
  systemOneBackend
} from "../../src/index.ts"

const run = (layer: ReturnType<typeof decisionsSetups>[number][1]) => {
  const runtime = ManagedRuntime.make(layer)
  afterAll(() => runtime.dispose())
  it.each(decisionsCases)("$name", async ({ run: check }) => {
    const result = await runtime.runPromise(Effect.result(check))
    if (result._tag === "Failure") assert.fail(result.failure.message)
  })
}

describe.each([
  ...decisionBackends,
  { ...systemOneBackend("ollama"), settings: {}, paths: { "/api/version": { version: "0.35.1" } } },
  { ...openaiDecisionsBackend("unknown"), settings: {} }
])("$kind over $server, settings $settings", (options) => {
  run(decisionBackend(options).decisions)
})

describe.each([systemOneBackend("ollama"), openaiDecisionsBackend("openai"), openrouterBackend])(
  "$kind",
  (options) => {
    describe.each(decisionsSetups(decisionBackend(options).decisions))("%s", (_name, layer) => {
      run(layer)
    })
  }
)
