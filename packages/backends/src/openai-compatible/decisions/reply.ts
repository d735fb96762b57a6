// Reads the answer of a chat completion of one token: what could come first, and the tokens of its prompt. Pure.
// Assumed: ours.
import { listAt, numberAt, textAt, valueAt } from "../../json/unknownJson.ts"
import type { FaultName } from "./faults.ts"
import type { ReportedToken } from "./readLabels.ts"

/** A usable answer. */
export interface Reply {
  /** Candidates for the first token, likeliest first. */
  readonly reported: ReadonlyArray<ReportedToken>
  /** Undefined: the server does not count. */
  readonly promptTokens: number | undefined
}

const opensThinking = /^\s*(<\|?(think|thought|reason|channel)|<seed:think|\[THINK\])/i

const isThinking = (answer: unknown): boolean => {
  const message = valueAt(answer, "choices", 0, "message")
  const reasoning = textAt(message, "reasoning_content") ?? textAt(message, "reasoning") ?? ""
  const first =
    textAt(answer, "choices", 0, "logprobs", "content", 0, "token") ?? textAt(message, "content") ?? ""
  return reasoning !== "" || opensThinking.test(first)
}

/** Tokens of the prompt, as the server counts them. */
const promptTokensOf = (answer: unknown): number | undefined => numberAt(answer, "usage", "prompt_tokens")

const reportedOf = (answer: unknown): ReadonlyArray<ReportedToken> | FaultName => {
  const first = valueAt(answer, "choices", 0, "logprobs", "content", 0)
  const alternatives = listAt(first, "top_logprobs")
  if (alternatives.length === 0)
    return numberAt(first, "logprob") === undefined ? "logprobs-missing" : "too-few-alternatives"
  const tokens: Array<ReportedToken> = []
  for (const alternative of alternatives) {
    const token = textAt(alternative, "token")
    const logprob = numberAt(alternative, "logprob")
    if (token === undefined || logprob === undefined || logprob > 0.001) return "logprobs-malformed"
    tokens.push({ token, logprob })
  }
  return tokens
}

/** The answer as far as it can be used, or what is wrong with it. */
export const readReply = (answer: unknown): Reply | FaultName => {
  if (valueAt(answer, "choices", 0) === undefined) return "answer-malformed"
  if (isThinking(answer)) return "thinking"
  if ((numberAt(answer, "usage", "completion_tokens") ?? 1) > 1) return "max-tokens-ignored"
  const reported = reportedOf(answer)
  return typeof reported === "string" ? reported : { reported, promptTokens: promptTokensOf(answer) }
}
