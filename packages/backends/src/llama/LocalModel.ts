// A language model in this process, as an engine supplies it. Its methods run one at a time.

/** Says that work is no longer wanted. */
export interface Signal {
  readonly aborted: boolean
}

/** A message of a conversation. */
export interface LocalMessage {
  readonly role: "system" | "user" | "assistant"
  readonly content: string
}

/** How an answer is written. */
export interface GenerateOptions {
  /** Tokens of the answer, at most. */
  readonly maxTokens: number
  /** 0: always the likeliest token. */
  readonly temperature: number
  /** The likeliest tokens that together have this probability. Default: all. */
  readonly topP?: number | undefined
  /** So many of the likeliest tokens. Default: all. */
  readonly topK?: number | undefined
  /** For a temperature above 0: equal seeds give equal answers. */
  readonly seed: number
  /** A JSON Schema. The answer follows it, where the engine can hold it to that. */
  readonly schema?: object | undefined
}

/**
 * A model in this process. The same tokens get the same numbers, to the bit, whatever was asked before. A signal ends work
 * at the next batch of tokens, and the promise then rejects; until it has settled, nothing else may be asked.
 */
export interface LocalModel {
  readonly name: string
  /** As the file names it, like `llama`. */
  readonly architecture: string
  /** Tokens of a prompt with its answer. */
  readonly contextTokens: number
  /** Bytes that the model and its contexts take, at most. */
  readonly memory: number
  /** It writes text, and its next token can be read. */
  readonly isGenerative: boolean
  /** Components of its vectors. Undefined: the file is not for embeddings. */
  readonly vectorSize: number | undefined
  /** The text of each token, by its id. */
  readonly pieces: ReadonlyArray<string>
  /** The tokens of a text, with those that stand before and after every text. */
  readonly tokenize: (text: string) => ReadonlyArray<number>
  /** The tokens of a conversation in the model's own template, up to where its answer begins. Thinking is off. */
  readonly prompt: (messages: ReadonlyArray<LocalMessage>) => ReadonlyArray<number>
  /** Natural log-probabilities, after a prompt, of the tokens asked for: among the whole vocabulary, in their order. */
  readonly logprobs: (
    prompt: ReadonlyArray<number>,
    tokens: ReadonlyArray<number>,
    signal: Signal
  ) => Promise<ReadonlyArray<number>>
  /** The text of each token of an answer; empty for one that is the beginning of a character. */
  readonly generate: (
    prompt: ReadonlyArray<number>,
    options: GenerateOptions,
    signal: Signal
  ) => AsyncIterable<string>
  /** The vector of a text that has at most `contextTokens`. */
  readonly embed: (text: string, signal: Signal) => Promise<ReadonlyArray<number>>
}
