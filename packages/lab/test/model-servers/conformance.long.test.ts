// Conformance of model servers: decisions and embeddings of scripted programs.
import { chunks } from "@leadline/core/contextualized-embeddings"
import { describe } from "vitest"
import {
  conformance,
  type ExtraSettings,
  layerInstance,
  type ModelScript,
  openaiScript,
  scriptedBackend
} from "../../src/index.ts"
import { runOver } from "../../src/conformance/runCases.ts"

/** The public names, so that sizes and prices of vectors are those of the contract. */
const settings = {
  models: {
    "*": "my-model",
    "svc-embed-v1-0.6b": "plain-0.6b",
    "svc-embed-v1-4b": "plain-4b",
    "svc-embed-context-v1-0.6b": "context-0.6b",
    "svc-embed-context-v1-4b": "context-4b"
  },
  prices: {
    "plain-0.6b": { input: 0.004 },
    "plain-4b": { input: 0.03 },
    "context-0.6b": { input: 0.008 },
    "context-4b": { input: 0.05 }
  }
}

const over = (script: ModelScript, more: ExtraSettings = {}) =>
  layerInstance(scriptedBackend("openai-compatible", openaiScript(script), more))

describe.each(["llama.cpp", "vLLM", "SGLang", "OpenAI"] as const)("decisions of %s", (program) => {
  runOver(over({ program }), conformance.decisions.cases)
})

describe("decisions by token ids", () => {
  runOver(over({ program: "vLLM" }, { readout: { method: "token-ids" } }), conformance.decisions.cases)
})

/** What takes minutes here: vectors of 16,000 chunks as JSON. */
const isLight = ({ name }: { readonly name: string }) => !name.startsWith(`${chunks} chunks`)

describe.each(["llama.cpp", "vLLM", "TEI", "OpenAI"] as const)("embeddings of %s", (program) => {
  runOver(over({ program }, settings), conformance.embeddings.cases)
  // OpenAI's have the text around a chunk, the others the vectors of its tokens.
  const contextualized = over({ program, tokenVectors: program !== "OpenAI" }, settings)
  runOver(contextualized, conformance.contextualizedEmbeddings.cases.filter(isLight))
})
