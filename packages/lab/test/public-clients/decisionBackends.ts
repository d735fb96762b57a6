// Every scripted server of decisions, as a backend.
import {
  decisionBackend,
  decisionBackends,
  layerInstance,
  openaiScript,
  scriptedBackend,
  type ServiceOptions
} from "@leadline/lab"
import * as Layer from "effect/Layer"

const programs = ["llama.cpp", "Ollama", "OpenAI", "SGLang", "vLLM"] as const

/** Decisions over every scripted server, by name; undefined: those of `npm start`. */
export const backends: ReadonlyArray<readonly [string, ServiceOptions["decisions"]]> = [
  ["the engines of npm start", undefined],
  ...decisionBackends.map(
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
