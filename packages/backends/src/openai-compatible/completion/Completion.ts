// A chat completion as this package asks for it and reads it.

/** A message of the conversation, in the form of the wire. */
export interface CompletionMessage {
  readonly role: "system" | "user" | "assistant" | "tool"
  readonly content: string | ReadonlyArray<object> | null
  readonly tool_calls?: ReadonlyArray<object>
  readonly tool_call_id?: string
}

/** A function that the model may call, in the form of the wire. */
export interface CompletionTool {
  readonly type: "function"
  readonly function: {
    readonly name: string
    readonly description?: string | undefined
    readonly parameters?: object | undefined
    readonly strict?: boolean | undefined
  }
}

/** A JSON Schema with its name, in the form of the wire. */
export interface JsonFormat {
  readonly name: string
  readonly schema: object
  readonly description?: string
  readonly strict?: boolean
}

/** A request to the model. */
export interface CompletionRequest {
  /** Its name there. */
  readonly model: string
  readonly messages: ReadonlyArray<CompletionMessage>
  /** Sampling and limits, under their wire names; absent, null and undefined are not sent. */
  readonly parameters: { readonly [name: string]: unknown }
  readonly tools?: ReadonlyArray<CompletionTool> | undefined
  readonly toolChoice?: string | object | undefined
  readonly format?: JsonFormat | undefined
}

/** A function call of the model. */
export interface ToolCall {
  readonly id: string
  readonly name: string
  /** JSON text, as far as the model keeps to it. */
  readonly arguments: string
}

/** Tokens of one call, or of several together. Those of a server that does not count are 0. */
export interface TokenUsage {
  /** All of the prompt. */
  readonly input: number
  /** With those of reasoning. */
  readonly output: number
  /** The part of the prompt that was in the cache of the server. */
  readonly cached: number
  readonly reasoning: number
}

/** A whole answer: text, function calls, or both. */
export interface Completion {
  readonly text: string
  readonly reasoning: string
  readonly toolCalls: ReadonlyArray<ToolCall>
  readonly finish: "stop" | "length"
  readonly usage: TokenUsage
}

/** A piece of a streamed answer; the last piece has all of it. */
export type Piece =
  | { readonly type: "text" | "reasoning"; readonly text: string }
  | { readonly type: "end"; readonly completion: Completion }

/** No tokens. */
export const noUsage: TokenUsage = { input: 0, output: 0, cached: 0, reasoning: 0 }

/** The tokens of two calls. */
export const addUsage = (left: TokenUsage, right: TokenUsage): TokenUsage => ({
  input: left.input + right.input,
  output: left.output + right.output,
  cached: left.cached + right.cached,
  reasoning: left.reasoning + right.reasoning
})
