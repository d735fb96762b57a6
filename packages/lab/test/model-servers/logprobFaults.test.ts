// Every fault of a model server's log-probabilities is an error that says which, and never a distribution.
import { assert, it } from "vitest"
import type { ExtraSettings, ModelScript, Program, ScriptedRequest } from "../../src/index.ts"
import { choiceOf, errorOf, noul, run } from "./askScript.ts"

const failsWith = async (script: ModelScript, says: RegExp, settings: ExtraSettings = {}) => {
  const mood = { type: "score", criteria: ["calm", "angry"] } as const
  const error = errorOf(await run(script, { team: choiceOf(3), late: noul, mood }, { settings }))
  assert.strictEqual(error._tag, "ConnectionError")
  assert.match(error.message, says)
}

type Top = ReadonlyArray<{ readonly token: string; readonly logprob: unknown }>

interface ChatAnswer {
  readonly choices: ReadonlyArray<{
    readonly logprobs: { readonly content: ReadonlyArray<{ top_logprobs: Top }> }
  }>
  readonly usage: object
}

type Change = (answer: ChatAnswer) => object

const withFirst =
  (change: object): Change =>
  (answer) => ({ ...answer, choices: answer.choices.map((choice) => ({ ...choice, ...change })) })

const withTop =
  (change: (top: Top) => Top): Change =>
  (answer) => {
    const [first] = answer.choices[0]?.logprobs.content ?? []
    return withFirst({
      logprobs: { content: [{ ...first, top_logprobs: change(first?.top_logprobs ?? []) }] }
    })(answer)
  }

const each = (logprob: unknown) => withTop((top) => top.map(({ token }) => ({ token, logprob })))

const withUsage =
  (usage: object): Change =>
  (answer) => ({ ...answer, usage: { ...answer.usage, ...usage } })

/** A server whose chat completions are changed. */
const altered = (program: Program, change: Change, isSpared: (request: ScriptedRequest) => boolean) => ({
  program,
  alter: ((reply, request) =>
    request.path !== "/v1/chat/completions" || reply.status === 400 || isSpared(request)
      ? reply
      : { ...reply, body: change(reply.body as ChatAnswer) }) satisfies ModelScript["alter"]
})

const isProbe = ({ body }: ScriptedRequest) => JSON.stringify(body).includes("A coin was thrown")

const thought = { token: "<think>", logprob: -0.1 }

it.each<readonly [name: string, program: Program, change: Change, says: RegExp]>([
  ["all log-probabilities are equal", "OpenAI", each(-4), /all the same/],
  ["log-probabilities are null, as JSON writes minus infinity", "vLLM", each(null), /no probabilities/],
  ["log-probabilities are above zero", "vLLM", each(1.5), /no probabilities/],
  [
    "speculative decoding: 0.0 for the token, no alternatives",
    "llama.cpp",
    withFirst({ logprobs: { content: [{ token: "A", logprob: 0, top_logprobs: [] }] } }),
    /speculative/
  ],
  ["one <pad> at -9999", "vLLM", withTop(() => [{ token: "<pad>", logprob: -9999 }]), /one token/],
  ["no log-probabilities at all", "Ollama", withFirst({ logprobs: null }), /gives no log-probabilities/],
  ["thinking comes first", "Ollama", withFirst({ message: { content: "", reasoning: "Hm" } }), /thinking/],
  [
    "the first token opens a block of thinking",
    "vLLM",
    withFirst({ logprobs: { content: [{ ...thought, top_logprobs: [thought] }] } }),
    /thinking/
  ],
  ["max_tokens is ignored", "Ollama", withUsage({ completion_tokens: 12 }), /max_tokens/],
  [
    "the prompt is cut at the size of the context",
    "vLLM",
    withUsage({ prompt_tokens: 131_072 }),
    /cuts the prompt/
  ],
  [
    "labels are cut into bytes",
    "vLLM",
    withTop((top) => top.map(({ logprob, token }) => ({ token: `<0x${token.charCodeAt(0)}>`, logprob }))),
    /no probability/
  ],
  [
    "the labels have less than a thousandth",
    "OpenAI",
    withTop(() => [
      { token: "The", logprob: -0.001 },
      { token: "A", logprob: -9 },
      { token: "It", logprob: -12 }
    ]),
    /no probability/
  ],
  ["the answer has no choice", "OpenAI", () => ({ choices: [] }), /cannot be read/]
])("after the probe: %s", (_, program, change, says) => failsWith(altered(program, change, isProbe), says))

/** A model may be sure: that values are masked shows in the probe alone. */
const masked = withTop((top) => top.map(({ token }, at) => ({ token, logprob: at === 0 ? 0 : -50 - at })))

it.each<readonly [name: string, change: Change, says: RegExp]>([
  ["no log-probabilities at all", withFirst({ logprobs: null }), /gives no log-probabilities/],
  ["1 for a token of which nobody can be sure", masked, /after sampling/]
])("in the probe: %s", (_, change, says) =>
  failsWith(
    altered("vLLM", change, () => false),
    says
  )
)

it.each<readonly [name: string, alter: NonNullable<ModelScript["alter"]>, says: RegExp]>([
  [
    "an old server ignores that token ids are asked for",
    altered(
      "vLLM",
      withTop(() => [5, 6].map((id) => ({ token: `token_id:${id}`, logprob: -id }))),
      () => false
    ).alter,
    /tokens asked for/
  ],
  [
    "labels have several tokens each",
    (reply, { path }) => (path === "/tokenize" ? { body: { tokens: [1, 2] } } : reply),
    /token of its own/
  ]
])("by token ids: %s", (_, alter, says) =>
  failsWith({ program: "vLLM", alter }, says, { readout: { method: "token-ids" } })
)
