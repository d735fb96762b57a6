// Every fault of a model server's log-probabilities is an error that says which, and never a distribution.
import { assert, it } from "vitest"
import type { ModelScript, Program } from "../../src/index.ts"
import { choiceOf, errorOf, noul, run } from "./askScript.ts"

type Top = ReadonlyArray<{ readonly token: string; readonly logprob: unknown }>

interface ChatAnswer {
  readonly choices: readonly [
    { readonly logprobs: { readonly content: readonly [{ readonly top_logprobs: Top }] } }
  ]
  readonly usage: object
}

/** What is wrong in an answer: fields of its choice, of its usage, or its alternatives. */
interface Fault {
  readonly choice?: object
  readonly usage?: object
  readonly top?: (top: Top) => Top
}

const broken = ({ choices: [first], usage }: ChatAnswer, fault: Fault): object => {
  const [token] = first.logprobs.content
  const top_logprobs = fault.top?.(token.top_logprobs) ?? token.top_logprobs
  const choice = { ...first, logprobs: { content: [{ ...token, top_logprobs }] }, ...fault.choice }
  return { choices: [choice], usage: { ...usage, ...fault.usage } }
}

const probe = "A coin was thrown"

/** A server with a fault, in the probe too or only after it. */
const failsWith = async (
  program: Program,
  fault: Fault,
  says: RegExp,
  isProbeRight = true,
  settings = {}
) => {
  const alter: ModelScript["alter"] = (reply, { body, path }) =>
    path !== "/v1/chat/completions" ||
    reply.status === 400 ||
    (isProbeRight && JSON.stringify(body).includes(probe))
      ? reply
      : { ...reply, body: broken(reply.body as ChatAnswer, fault) }
  const mood = { type: "score", criteria: ["calm", "angry"] } as const
  const questions = { team: choiceOf(3), late: noul, mood }
  const error = errorOf(await run({ program, alter }, questions, { settings }))
  assert.strictEqual(error._tag, "ConnectionError")
  assert.match(error.message, says)
}

const each = (logprob: unknown): Fault => ({ top: (top) => top.map(({ token }) => ({ token, logprob })) })
const only = (token: string, logprob: number, top: Top): Fault => ({
  choice: { logprobs: { content: [{ token, logprob, top_logprobs: top }] } }
})
const rare: Fault = {
  top: () => [
    { token: "The", logprob: -0.001 },
    { token: "A", logprob: -9 }
  ]
}
const none: Fault = { choice: { logprobs: null } }
const thought = { token: "<think>", logprob: -0.1 }

it.each<[name: string, program: Program, fault: Fault, says: RegExp]>([
  ["all log-probabilities are equal", "OpenAI", each(-4), /all the same/],
  ["log-probabilities are null, as JSON writes minus infinity", "vLLM", each(null), /no probabilities/],
  ["speculative decoding: 0.0 for the token, no alternatives", "llama.cpp", only("A", 0, []), /speculative/],
  ["one <pad> at -9999", "vLLM", { top: () => [{ token: "<pad>", logprob: -9999 }] }, /one token/],
  ["thinking", "Ollama", { choice: { message: { content: "", reasoning: "Hm" } } }, /thinking/],
  ["a block of thinking", "vLLM", only(thought.token, thought.logprob, [thought]), /thinking/],
  ["max_tokens is ignored", "Ollama", { usage: { completion_tokens: 12 } }, /max_tokens/],
  ["the prompt is cut at the context", "vLLM", { usage: { prompt_tokens: 131_072 } }, /cuts the prompt/],
  ["the labels have less than a thousandth", "OpenAI", rare, /no probability/]
])("after the probe: %s", (_, program, fault, says) => failsWith(program, fault, says))

/** A model may be sure: that values are masked shows in the probe alone. */
const masked: Fault = {
  top: (top) => top.map(({ token }, at) => ({ token, logprob: at === 0 ? 0 : -50 - at }))
}

it.each<[name: string, fault: Fault, says: RegExp]>([
  ["no log-probabilities at all", none, /gives no log-probabilities/],
  ["1 for a token of which nobody can be sure", masked, /after sampling/]
])("in the probe: %s", (_, fault, says) => failsWith("vLLM", fault, says, false))

const otherIds: Fault = {
  top: () => [5, 6].map((id) => ({ token: `token_id:${id}`, logprob: -id }))
}

it("by token ids: an old server ignores that they are asked for", () =>
  failsWith("vLLM", otherIds, /tokens asked for/, false, { readout: { method: "token-ids" } }))

const severalTokens: ModelScript["alter"] = (reply, { path }) =>
  path === "/tokenize" ? { body: { tokens: [1, 2] } } : reply

it("by token ids: labels have several tokens each", async () => {
  const settings = { readout: { method: "token-ids" } }
  const asked = await run({ program: "vLLM", alter: severalTokens }, { team: choiceOf(3) }, { settings })
  assert.match(errorOf(asked).message, /token of its own/)
})
