// Every scripted server of decisions, as a backend.
import {
  type DecisionBackendOptions,
  decisionBackend,
  layerInstance,
  openaiScript,
  scriptedBackend,
  type ServiceOptions
} from "@leadline/testing"
import * as Layer from "effect/Layer"

export const systemOne = (server: string): DecisionBackendOptions => ({
  kind: "system-one",
  dialect: "system-one",
  server,
  settings: { server }
})

const openaiDecisions = (server: string): DecisionBackendOptions => ({
  kind: "openai-decisions",
  dialect: "openai",
  server,
  settings: { server }
})

const openrouter: DecisionBackendOptions = { kind: "openrouter", dialect: "system-one", server: "openrouter" }

const systemOnes = [
  "cloudflare",
  "fireworks",
  "leadline",
  "litellm",
  "llamacpp",
  "localai",
  "ollama",
  "sglang",
  "typesafe",
  "vllm"
]

const decisionServers = [
  ...systemOnes.map(systemOne),
  ...["fireworks", "litellm", "localai", "openai", "vllm"].map(openaiDecisions),
  openrouter
]

const programs = ["llama.cpp", "Ollama", "OpenAI", "SGLang", "vLLM"] as const

/** Decisions over every scripted server, by name; undefined: those of `npm start`. */
export const backends: ReadonlyArray<readonly [string, ServiceOptions["decisions"]]> = [
  ["the engines of npm start", undefined],
  ...decisionServers.map(
    (options) => [`${options.kind}, ${options.server}`, decisionBackend(options).decisions] as const
  ),
  ...programs.map(
    (program) =>
      [
        `openai-compatible, ${program}`,
        Layer.orDie(layerInstance(scriptedBackend("openai-compatible", openaiScript({ program }))))
      ] as const
  )
]
