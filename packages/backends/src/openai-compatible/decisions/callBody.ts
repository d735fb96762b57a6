// The body of a readout: a chat completion of one token, with the log-probabilities of what could come first.
// Assumed: ours.
import type * as Schema from "effect/Schema"
import type { Readout } from "../settings.ts"

/** How a model is asked not to think. */
export type Thinking = NonNullable<Readout["thinking"]>

/** How labels are read. */
export interface Method {
  readonly name: NonNullable<Readout["method"]>
  /** Alternatives asked for. */
  readonly topLogprobs: number
  readonly thinking: Thinking
}

const thinkingFields: { readonly [name in Thinking]: object } = {
  off: { chat_template_kwargs: { enable_thinking: false } },
  reasoning_effort: { reasoning_effort: "none" },
  leave: {}
}

/** One question of one call. */
export interface Call {
  readonly model: string
  readonly messages: ReadonlyArray<Schema.Json>
  readonly method: Method
  /** Tokens to report by their ids, in place of the likeliest. */
  readonly ids?: ReadonlyArray<number> | undefined
  /** Tokens that the model may write. Default 1. */
  readonly maxTokens?: number
}

/** The body of a call. There is no bias, grammar or tool: these change what is reported, or do nothing. */
export const callBody = ({ ids, maxTokens = 1, messages, method, model }: Call) => ({
  model,
  messages,
  max_tokens: maxTokens,
  temperature: 0,
  n: 1,
  stream: false,
  ...(method.name !== "prompted" && { logprobs: true, top_logprobs: method.topLogprobs }),
  ...(ids !== undefined && {
    top_logprobs: 0,
    logprob_token_ids: ids,
    return_tokens_as_token_ids: true
  }),
  ...thinkingFields[method.thinking]
})
