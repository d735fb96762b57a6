// Asks a backend over a scripted decision server, and what its notices are.
import { Decisions, type DecisionsRequest } from "@leadline/core/decisions"
import type { ApiError } from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import { assert } from "vitest"
import {
  type DecisionBackendOptions,
  decisionBackend,
  openaiDecisionsBackend,
  openrouterBackend,
  systemOneBackend
} from "../../src/index.ts"
import { servedRequest } from "./served.ts"

/** A server of each dialect. */
export const servers = {
  ollama: systemOneBackend("ollama"),
  typesafe: systemOneBackend("typesafe"),
  llamacpp: systemOneBackend("llamacpp"),
  vllm: systemOneBackend("vllm"),
  openai: openaiDecisionsBackend("openai"),
  openrouter: openrouterBackend
}

/** One question of each type. */
export const questions = {
  refund: { type: "noul", instructions: "Does the writer ask for money back?" },
  team: {
    type: "choice",
    instructions: "Who?",
    criteria: { billing: "Invoices", technical: null, sales: "New" }
  },
  mood: { type: "score", instructions: "How upset?", criteria: ["calm", "annoyed", "furious"] }
} as const

/** A request about a plain text. */
export const request = (asked: DecisionsRequest["questions"] = questions, state: string | object = "x") => ({
  model: "decider-27b",
  state,
  questions: asked
})

/** An answer of any type. */
export interface AnyAnswer {
  readonly type: string
  readonly noul?: number
  readonly choice?: string
  readonly score?: number
  readonly confidence?: number
  readonly legend?: object
  readonly probabilities?: { readonly [option: string]: number }
}

/** A response whose answers may be of any type. */
export interface AnyResponse {
  readonly model: string
  readonly answers: { readonly [name: string]: AnyAnswer }
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number; readonly cost?: object }
}

interface Outcome {
  readonly exit: Exit.Exit<AnyResponse, ApiError>
  readonly headers: { readonly [name: string]: string }
}

/** Asks once; what came out of it, and the response headers that were set. */
export const decide = async (
  backend: ReturnType<typeof decisionBackend>,
  asked: DecisionsRequest = request()
): Promise<Outcome> => {
  const { headers, provide } = servedRequest()
  const exit = await Effect.runPromiseExit(
    Decisions.use((decisions) => decisions.create(asked)).pipe(
      Effect.provide(backend.decisions),
      provide,
      Effect.provide(Logger.layer([]))
    )
  )
  return { exit: exit as Outcome["exit"], headers }
}

/** The answer; fails the test for an error. */
export const answered = async (options: DecisionBackendOptions, asked?: DecisionsRequest) => {
  const { exit } = await decide(decisionBackend(options), asked)
  return Exit.isSuccess(exit) ? exit.value : assert.fail(JSON.stringify(exit.cause))
}

/** The error; fails the test for an answer. */
export const failed = async (
  options: DecisionBackendOptions,
  asked?: DecisionsRequest
): Promise<ApiError> => {
  const { exit } = await decide(decisionBackend(options), asked)
  const error = Exit.isFailure(exit) ? Exit.findErrorOption(exit) : assert.fail("it is answered")
  return error._tag === "Some" ? error.value : assert.fail("it died")
}
