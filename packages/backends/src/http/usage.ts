// Counts what a call of a backend used: as reported, where that is plausible, or else by our own count.
// Assumed: ours.
import { isJsonObject } from "@leadline/core/internal"
import { valueAt } from "../json/unknownJson.ts"
import * as limits from "./limits.ts"

/** Characters of a text that are looked at: those of a long one stand for their neighbours. */
const sampled = 16_384

/** Bytes of a text in UTF-8; of a long one, about. */
const bytesOf = (text: string): number => {
  let more = 0
  const step = Math.ceil(text.length / sampled)
  for (let at = 0; at < text.length; at += step) {
    const unit = text.charCodeAt(at)
    // Both halves of a pair are two bytes each.
    if (unit > 0x7f) more += unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1
  }
  return text.length + more * step
}

/** Fields of requests that hold images, as `image_url`: elsewhere such a text is one that the model reads. */
const withImages: ReadonlySet<string> = new Set(["messages", "input", "state"])

/** An image, as data or by its address, which may be short. */
const image = /^(?:data:image\/|https?:)/i

const bytesIn = (value: unknown, name = "", hasImages = false): number => {
  const mayBeImage = hasImages && name === "image_url"
  if (typeof value === "string")
    return mayBeImage && image.test(value) ? limits.imageTokens * limits.bytesPerToken : bytesOf(value)
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + bytesIn(one, "", hasImages), 0)
  if (!isJsonObject(value)) return value === undefined ? 0 : limits.bytesPerToken
  return Object.keys(value).reduce(
    (sum, key) =>
      sum + bytesOf(key) + bytesIn(value[key], mayBeImage && key === "url" ? name : key, hasImages),
    0
  )
}

/** Tokens of a request by our own count: one for four bytes, a thousand for an image. */
export const countTokens = (request: unknown): number => {
  const bytes = isJsonObject(request)
    ? Object.keys(request).reduce(
        (sum, key) => sum + bytesOf(key) + bytesIn(request[key], key, withImages.has(key)),
        0
      )
    : bytesIn(request)
  return Math.ceil(bytes / limits.bytesPerToken)
}

/** The texts of an answer, or of an event of a stream: messages, calls of functions, and thoughts. */
const textOf = (answer: unknown): unknown => {
  const choices = valueAt(answer, "choices")
  if (Array.isArray(choices))
    return choices.map((choice) => {
      const message = valueAt(choice, "delta") ?? valueAt(choice, "message")
      return ["content", "reasoning_content", "reasoning", "tool_calls"].map((name) => valueAt(message, name))
    })
  const delta = valueAt(answer, "delta")
  return typeof delta === "string" ? delta : valueAt(answer, "output")
}

const usageIn = (answer: unknown): unknown =>
  valueAt(answer, "usage") ?? valueAt(answer, "response", "usage") ?? valueAt(answer, "result", "usage")

/** Does an answer report its usage? */
export const hasUsage = (answer: unknown): boolean => (usageIn(answer) ?? undefined) !== undefined

/** Tokens and USD of one call. */
export interface Used {
  readonly inputTokens: number
  readonly outputTokens: number
  /** The part of the input that was in the cache of the backend. */
  readonly cachedTokens: number
  /** As the backend says. */
  readonly cost: number | undefined
}

const isCount = (value: unknown, least: number, most: number): value is number =>
  Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most

/** The limit of the answer that a request has, in tokens. */
const limitOf = (request: unknown): unknown =>
  valueAt(request, "max_tokens") ??
  valueAt(request, "max_completion_tokens") ??
  valueAt(request, "max_output_tokens")

/**
 * Counts one call: its prompt, and what comes back. The tokens that the backend reports are plausible as whole numbers, for
 * the prompt from 1 to four times our own count and 16,384 more, for the answer from 1 to the limit of the request, or
 * 131,072 where it has none; a cost up to 10 USD and a tenth of a cent more for each token. What is not is replaced.
 */
export class CallCount {
  readonly #request: unknown
  #tokens: number | undefined
  #bytes = 0
  #usage: unknown

  constructor(request: unknown) {
    this.#request = request
  }

  /** Tokens of the prompt by our own count. */
  get #prompt(): number {
    return (this.#tokens ??= countTokens(this.#request))
  }

  /** May the prompt have so many tokens? Most have so few that it need not be counted. */
  #isInput(tokens: unknown): tokens is number {
    return (
      isCount(tokens, 1, limits.mostHidden) ||
      isCount(tokens, 1, this.#prompt * limits.mostTimes + limits.mostHidden)
    )
  }

  get #limit(): number | undefined {
    const limit = limitOf(this.#request)
    return typeof limit === "number" ? limit : undefined
  }

  /** Tokens of the longest answer. `writes`: it is a text. */
  longest(writes: boolean): number {
    return this.#limit ?? (writes ? limits.reservedTokens : 0)
  }

  /** The most the call may use. `hidden`: tokens that the backend may add to the prompt. */
  most(writes: boolean, hidden: number): Used {
    const inputTokens = this.#prompt * limits.mostTimes + hidden
    return { inputTokens, outputTokens: this.longest(writes), cachedTokens: 0, cost: undefined }
  }

  /** Tokens that were used for the prompt beyond our own count. */
  hidden({ inputTokens }: Used): number {
    return Math.min(limits.mostHidden, Math.max(0, inputTokens - this.#prompt))
  }

  /** Did any text arrive? */
  get hasText(): boolean {
    return this.#bytes > 0
  }

  /** Notes an answer, or an event of a stream. */
  add(answer: unknown): void {
    this.#bytes += bytesIn(textOf(answer))
    this.#usage = usageIn(answer) ?? this.#usage
  }

  /** The usage. `isWhole`: the answer came to its end; a cut one costs what came, at least, and `unseen` tokens. */
  used(isWhole: boolean, unseen = 0): Used {
    const text = Math.ceil(this.#bytes / limits.bytesPerToken)
    const usage = this.#usage
    const input =
      valueAt(usage, "input_tokens") ?? valueAt(usage, "prompt_tokens") ?? valueAt(usage, "total_tokens")
    const output = valueAt(usage, "output_tokens") ?? valueAt(usage, "completion_tokens")
    const isOutput = (tokens: unknown): tokens is number =>
      isCount(tokens, Math.min(1, text), this.#limit ?? limits.mostOutput)
    // Some count hidden reasoning in the total alone.
    const rest = Number(valueAt(usage, "total_tokens")) - Number(input)
    const own = isOutput(output) ? output : undefined
    const reported = {
      input: this.#isInput(input) ? input : undefined,
      output: isOutput(rest) ? Math.max(rest, own ?? 0) : own
    }
    const inputTokens =
      isWhole && reported.input !== undefined ? reported.input : Math.max(reported.input ?? 0, this.#prompt)
    const outputTokens =
      isWhole && reported.output !== undefined
        ? reported.output
        : Math.max(reported.output ?? 0, isWhole ? text : text + unseen)
    const cached = valueAt(usage, "prompt_tokens_details", "cached_tokens")
    const cost = valueAt(usage, "cost", "total_cost") ?? valueAt(usage, "cost")
    const most = limits.mostCost + limits.mostTokenCost * (inputTokens + outputTokens)
    const isPlausible = typeof cost === "number" && cost >= 0 && cost <= most
    return {
      inputTokens,
      outputTokens,
      cachedTokens: isCount(cached, 0, inputTokens) ? cached : 0,
      cost: isPlausible ? cost : undefined
    }
  }
}

/** An answer of chat completions with this usage, in place of what it reports. */
export const withUsage = (answer: unknown, { inputTokens, outputTokens }: Used): unknown => {
  if (!isJsonObject(answer)) return answer
  const usage = isJsonObject(answer["usage"]) ? answer["usage"] : {}
  return { ...answer, usage: { ...usage, prompt_tokens: inputTokens, completion_tokens: outputTokens } }
}
