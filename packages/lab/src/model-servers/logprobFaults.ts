// What model servers do wrong with log-probabilities, each as a server that does it.
import type { ModelScript, Program } from "./openaiScript.ts"
import type { ScriptedReply, ScriptedRequest } from "./Script.ts"

/** A fault of a model server. */
export interface LogprobFault {
  readonly name: string
  readonly program: Program
  /** When it shows: in all answers, or in those after the probe. */
  readonly shows: "always" | "after the probe"
  readonly script: Omit<ModelScript, "program">
  /** What the error says. */
  readonly says: RegExp
  readonly settings?: object
}

interface Alternative {
  readonly token: string
  readonly logprob: unknown
}

interface ChatAnswer {
  readonly choices: ReadonlyArray<{
    readonly message: object
    readonly logprobs: {
      readonly content: ReadonlyArray<{
        readonly token: string
        readonly logprob: number
        readonly top_logprobs: ReadonlyArray<Alternative>
      }>
    }
  }>
  readonly usage: { readonly prompt_tokens: number }
}

const isProbe = ({ body }: ScriptedRequest) => JSON.stringify(body).includes("A coin was thrown")

const isChat = ({ path }: ScriptedRequest) => path === "/v1/chat/completions"

/** A server whose chat completions are changed. */
const altered = (
  change: (answer: ChatAnswer) => object,
  shows: LogprobFault["shows"]
): Omit<ModelScript, "program"> => ({
  alter: (reply, request) =>
    !isChat(request) || reply.status === 400 || (shows === "after the probe" && isProbe(request))
      ? reply
      : { ...reply, body: change(reply.body as ChatAnswer) }
})

const withTop =
  (change: (top: ReadonlyArray<Alternative>) => ReadonlyArray<Alternative>) => (answer: ChatAnswer) => ({
    ...answer,
    choices: answer.choices.map((choice) => ({
      ...choice,
      logprobs: {
        content: choice.logprobs.content.map((one) => ({ ...one, top_logprobs: change(one.top_logprobs) }))
      }
    }))
  })

const withFirst = (change: object) => (answer: ChatAnswer) => ({
  ...answer,
  choices: answer.choices.map((choice) => ({ ...choice, ...change }))
})

const each = (logprob: unknown) => withTop((top) => top.map(({ token }) => ({ token, logprob })))

type Row = readonly [name: string, program: Program, change: (answer: ChatAnswer) => object, says: RegExp]

const rows: ReadonlyArray<Row> = [
  ["all log-probabilities are zero", "llama.cpp", each(0), /all the same|no probabilities/],
  ["all log-probabilities are -9999", "OpenAI", each(-9999), /one token/],
  ["all log-probabilities are equal", "OpenAI", each(-4), /all the same/],
  ["log-probabilities are null, as JSON writes minus infinity", "vLLM", each(null), /no probabilities/],
  ["log-probabilities are texts", "vLLM", each("-Infinity"), /no probabilities/],
  ["log-probabilities are above zero", "vLLM", each(1.5), /no probabilities/],
  [
    "speculative decoding: 0.0 for the token, no alternatives",
    "llama.cpp",
    withFirst({ logprobs: { content: [{ token: "A", logprob: 0, top_logprobs: [] }] } }),
    /speculative/
  ],
  [
    "a neighbour's request by token ids: one <pad> at -9999",
    "vLLM",
    withTop(() => [{ token: "<pad>", logprob: -9999 }]),
    /one token/
  ],
  ["no log-probabilities at all", "Ollama", withFirst({ logprobs: null }), /gives no log-probabilities/],
  ["no content in the log-probabilities", "SGLang", withFirst({ logprobs: { content: [] } }), /gives no/],
  [
    "thinking comes first",
    "Ollama",
    withFirst({ message: { content: "", reasoning: "The evidence says" } }),
    /thinking/
  ],
  [
    "reasoning under its other name",
    "SGLang",
    withFirst({ message: { content: "A", reasoning_content: "Hm" } }),
    /thinking/
  ],
  [
    "the first token opens a block of thinking",
    "vLLM",
    withFirst({
      logprobs: {
        content: [{ token: "<think>", logprob: -0.1, top_logprobs: [{ token: "<think>", logprob: -0.1 }] }]
      }
    }),
    /thinking/
  ],
  [
    "max_tokens is ignored",
    "Ollama",
    (answer) => ({ ...answer, usage: { ...answer.usage, completion_tokens: 12 } }),
    /max_tokens/
  ],
  [
    "the prompt is cut at the size of the context",
    "vLLM",
    (answer) => ({ ...answer, usage: { prompt_tokens: 131_072, completion_tokens: 1 } }),
    /cuts the prompt/
  ],
  [
    "tokens are written as the tokenizer stores them",
    "llama.cpp",
    withTop((top) => top.map(({ logprob, token }) => ({ token: `Ġ${token.trim()}`, logprob }))),
    /no probability/
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
]

/** Masked values show in the probe alone: elsewhere a model may be sure. */
const masked = withTop((top) =>
  top.map(({ token }, index) => ({ token, logprob: index === 0 ? 0 : -50 - index }))
)

const settingsOf = (program: Program, shows: LogprobFault["shows"]) => ({ program, shows })

/** Every fault, in the answer to the probe and in later ones. */
export const logprobFaults: ReadonlyArray<LogprobFault> = [
  ...(["always", "after the probe"] as const)
    .flatMap((shows) =>
      rows.map(([name, program, change, says]) => ({
        ...settingsOf(program, shows),
        name: `${name}, ${shows}`,
        script: altered(change, shows),
        says
      }))
    )
    .filter(({ name }) => name !== "the prompt is cut at the size of the context, always"),
  {
    ...settingsOf("vLLM", "always"),
    name: "values after sampling: 1 for a token of which nobody can be sure",
    script: altered(masked, "always"),
    says: /after sampling/
  },
  {
    ...settingsOf("vLLM", "always"),
    name: "token ids are asked for, and ignored by an old server",
    script: {
      alter: (reply: ScriptedReply, request: ScriptedRequest) =>
        isChat(request)
          ? {
              ...reply,
              body: withTop(() => [
                { token: "token_id:5", logprob: -0.5 },
                { token: "token_id:6", logprob: -2 }
              ])(reply.body as ChatAnswer)
            }
          : reply
    },
    settings: { readout: { method: "token-ids" } },
    says: /tokens asked for/
  },
  {
    ...settingsOf("vLLM", "always"),
    name: "labels have several tokens each",
    script: {
      alter: (reply: ScriptedReply, request: ScriptedRequest) =>
        request.path === "/tokenize" ? { body: { tokens: [1, 2] } } : reply
    },
    settings: { readout: { method: "token-ids" } },
    says: /token of its own/
  }
]
