// The fields of OpenAI's chat completions.
// Assumed: clients.
import type { FieldUses } from "./fields.ts"

/** Of the request; `json_object`, `stop` and images are mapped too. */
export const chatFields: FieldUses = {
  messages: "mapped",
  model: "mapped",
  max_completion_tokens: "mapped",
  max_tokens: "mapped",
  temperature: "mapped",
  top_p: "mapped",
  stop: "mapped",
  frequency_penalty: "mapped",
  presence_penalty: "mapped",
  response_format: "mapped",
  reasoning_effort: "mapped",
  stream: "mapped",
  stream_options: "mapped",
  tools: "mapped",
  tool_choice: "mapped",
  web_search_options: "mapped",
  metadata: "ignored",
  moderation: "ignored",
  parallel_tool_calls: "ignored",
  prediction: "ignored",
  prompt_cache_key: "ignored",
  prompt_cache_options: "ignored",
  prompt_cache_retention: "ignored",
  safety_identifier: "ignored",
  seed: "ignored",
  service_tier: "ignored",
  store: "ignored",
  user: "ignored",
  verbosity: "ignored",
  audio: { refused: [] },
  function_call: { refused: ["none", "auto"] },
  functions: { refused: [] },
  logit_bias: { refused: [] },
  logprobs: { refused: [] },
  modalities: { refused: [] },
  n: { refused: [1] },
  top_logprobs: { refused: [] }
}
