// Asks a backend over a scripted decision server, and what its notices are.
import { Decisions, type DecisionsRequest } from "@leadline/core/decisions"
import type { ApiError } from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Result from "effect/Result"
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
export const request = (
  asked: DecisionsRequest["questions"] = questions,
  state: string | object = "x"
): DecisionsRequest => ({
  model: "decider-27b",
  state,
  questions: asked
})

/** An answer of any type. */
export interface AnyAnswer {
  readonly noul?: number
  readonly choice?: string
  readonly probabilities?: { readonly [option: string]: number }
}

/** A response whose answers may be of any type. */
export interface AnyResponse {
  readonly answers: { readonly [name: string]: AnyAnswer }
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number; readonly cost?: object }
}

/** Asks once: the answer or the error, and the response headers that were set. */
export const decide = async (backend: ReturnType<typeof decisionBackend>, asked = request()) => {
  const { headers, provide } = servedRequest()
  const asking = Decisions.use((decisions) => decisions.create(asked)).pipe(
    Effect.provide(backend.decisions),
    provide,
    Effect.provide(Logger.layer([])),
    Effect.result
  )
  const result = (await Effect.runPromise(asking)) as Result.Result<AnyResponse, ApiError>
  return { headers, answer: Result.getOrUndefined(result), error: Result.getOrUndefined(Result.flip(result)) }
}

/** The answer; fails the test for an error. */
export const answered = async (options: DecisionBackendOptions, asked?: DecisionsRequest) => {
  const { answer, error } = await decide(decisionBackend(options), asked)
  return answer ?? assert.fail(error?.message)
}

/** The error; fails the test for an answer. */
export const failed = async (options: DecisionBackendOptions, asked?: DecisionsRequest) =>
  (await decide(decisionBackend(options), asked)).error ?? assert.fail("it is answered")
