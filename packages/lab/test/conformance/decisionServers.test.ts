// Conformance of decisions over each kind of decision server, and over each server that a kind knows.
import { describe } from "vitest"
import {
  conformance,
  decisionBackend,
  decisionBackends,
  openaiDecisionsBackend,
  openrouterBackend,
  setupsOf,
  systemOneBackend
} from "../../src/index.ts"
import { runCases, runOver } from "../../src/conformance/runCases.ts"

describe.each([
  ...decisionBackends,
  { ...systemOneBackend("ollama"), settings: {}, paths: { "/api/version": { version: "0.35.1" } } },
  { ...openaiDecisionsBackend("unknown"), settings: {} }
])("$kind over $server, settings $settings", (options) => {
  runOver(decisionBackend(options).decisions, conformance.decisions.cases)
})

describe.each([systemOneBackend("ollama"), openaiDecisionsBackend("openai"), openrouterBackend])(
  "$kind",
  (options) => {
    runCases(
      "decisions",
      setupsOf("decisions")(decisionBackend(options).decisions),
      conformance.decisions.cases
    )
  }
)
