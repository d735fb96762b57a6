// Reads an answer of chat completions: whole, or chunk by chunk. What cannot be read is a fault, never a made-up text.
import { isJsonObject } from "@leadline/core/internal"
import * as Result from "effect/Result"
import { listAt, numberAt, textAt, valueAt } from "../../json/unknownJson.ts"
import * as limits from "./limits.ts"
import { type Completion, noUsage, type Piece, type TokenUsage } from "./Completion.ts"
import { makeThinkingSplitter } from "./thinking.ts"
import { makeToolCalls } from "./toolCalls.ts"

const count = (value: number | undefined): number => Math.max(0, Math.round(value ?? 0))

const usageIn = (chunk: unknown): TokenUsage | undefined => {
  const usage = valueAt(chunk, "usage")
  if (typeof usage !== "object" || usage === null) return undefined
  const input = count(numberAt(usage, "prompt_tokens"))
  const cached =
    numberAt(usage, "prompt_tokens_details", "cached_tokens") ?? numberAt(chunk, "timings", "cache_n")
  return {
    input,
    output: count(numberAt(usage, "completion_tokens")),
    cached: Math.min(input, count(cached)),
    reasoning: count(numberAt(usage, "completion_tokens_details", "reasoning_tokens"))
  }
}

/** The content of a message or delta: a text, or a list of text parts. */
const contentOf = (message: unknown): string =>
  textAt(message, "content") ??
  listAt(message, "content")
    .map((part) => textAt(part, "text") ?? "")
    .join("")

const thoughts = (message: unknown) => {
  const thought = textAt(message, "reasoning_content") ?? textAt(message, "reasoning") ?? ""
  return thought === "" ? [] : [{ type: "reasoning" as const, text: thought }]
}

/** Makes a reader of one answer. `usedIds` are the ids of function calls that the conversation has. */
export const makeReader = (usedIds: Set<string>) => {
  const splitter = makeThinkingSplitter()
  const calls = makeToolCalls(usedIds)
  let usage = noUsage
  let text = ""
  let reasoning = ""
  let finish: string | undefined
  let hasChoice = false
  let isNonsense = false
  let problem: string | undefined

  const pieces = (parts: ReadonlyArray<Extract<Piece, { readonly text: string }>>): ReadonlyArray<Piece> => {
    for (const part of parts) {
      if (part.type === "text") text += part.text
      else reasoning += part.text
    }
    return parts
  }
  return {
    /** Takes a whole answer, or a chunk of one. */
    add: (chunk: unknown): ReadonlyArray<Piece> => {
      isNonsense ||= !isJsonObject(chunk) || !Array.isArray(valueAt(chunk, "choices"))
      usage = usageIn(chunk) ?? usage
      const choice = valueAt(chunk, "choices", 0)
      if (choice === undefined) return []
      hasChoice = true
      finish = textAt(choice, "finish_reason") ?? finish
      const message = valueAt(choice, "message") ?? valueAt(choice, "delta")
      calls.add(message)
      if (calls.isOver()) problem = `it calls more than ${limits.toolCalls} functions`
      const parts = pieces([...thoughts(message), ...splitter.add(contentOf(message))])
      const length = text.length + reasoning.length + calls.length()
      if (length > limits.length) problem = `it has over ${limits.length} characters`
      return parts
    },
    isFinished: () => finish !== undefined,
    /** Why the answer cannot be used, whatever follows. */
    problem: () => problem,
    /** The text that was held back, and the whole answer, or why there is none. */
    end: (): Result.Result<ReadonlyArray<Piece>, string> => {
      const rest = pieces(splitter.flush())
      const toolCalls = calls.finish()
      if (problem !== undefined) return Result.fail(problem)
      if (isNonsense || !hasChoice) return Result.fail("it has no choices")
      if (toolCalls === undefined) return Result.fail("it calls a function without a name")
      if (toolCalls.length === 0 && text.trim() === "")
        return Result.fail(reasoning === "" ? "it is empty" : "it has reasoning, but no text")
      const completion: Completion = {
        text,
        reasoning,
        toolCalls,
        finish: finish === "length" ? "length" : "stop",
        usage
      }
      return Result.succeed([...rest, { type: "end", completion }])
    }
  }
}
