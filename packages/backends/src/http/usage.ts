// What a call of a backend used: as it says, where that is plausible, or else by our own count.
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

/** What an answer, or an event of a stream, has of text: messages, calls of functions, and thoughts. */
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

/** Where answers have their `usage`. */
const places = [["usage"], ["response", "usage"], ["result", "usage"]] as const

const usageIn = (answer: unknown): unknown => {
  for (const place of places) {
    const usage = valueAt(answer, ...place)
    if (usage !== undefined && usage !== null) return usage
  }
  return undefined
}

/** Whether an answer says what was used. */
export const hasUsage = (answer: unknown): boolean => usageIn(answer) !== undefined

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
  readonly #prompt: number
  readonly #limit: number | undefined
  #bytes = 0
  #usage: unknown

  constructor(request: unknown) {
    this.#prompt = countTokens(request)
    const limit = limitOf(request)
    this.#limit = typeof limit === "number" ? limit : undefined
  }

  /** What the call may use. `writes`: its answer is a text. `hidden`: tokens that the backend may add to the prompt. */
  most(writes: boolean, hidden: number): Used {
    const inputTokens = this.#prompt * limits.mostTimes + hidden
    const outputTokens = this.#limit ?? (writes ? limits.reservedTokens : 0)
    return { inputTokens, outputTokens, cachedTokens: 0, cost: undefined }
  }

  /** Tokens of the prompt beyond our own count. */
  hidden({ inputTokens }: Used): number {
    return Math.min(limits.mostHidden, Math.max(0, inputTokens - this.#prompt))
  }

  /** Whether anything of a text came. */
  get hasText(): boolean {
    return this.#bytes > 0
  }

  /** Notes an answer, or an event of a stream. */
  add(answer: unknown): void {
    this.#bytes += bytesIn(textOf(answer))
    this.#usage = usageIn(answer) ?? this.#usage
  }

  /**
   * What was used. `isWhole`: the answer came to its end; a cut one costs what came, at least, and `unseen` tokens of which
   * nothing came.
   */
  used(isWhole: boolean, unseen = 0): Used {
    const prompt = this.#prompt
    const text = Math.ceil(this.#bytes / limits.bytesPerToken)
    const named = (...names: ReadonlyArray<string>) =>
      names.map((name) => valueAt(this.#usage, name)).find((value) => value !== undefined)
    const input = named("input_tokens", "prompt_tokens", "total_tokens")
    const output = named("output_tokens", "completion_tokens")
    const total = named("total_tokens")
    // Some count hidden reasoning in the total alone.
    const outputs = [output, Number(total) - Number(input)].filter((value): value is number =>
      isCount(value, Math.min(1, text), this.#limit ?? limits.mostOutput)
    )
    const reported = {
      input: isCount(input, 1, prompt * limits.mostTimes + limits.mostHidden) ? input : undefined,
      output: outputs.length > 0 ? Math.max(...outputs) : undefined
    }
    const least = (value: number | undefined, own: number) =>
      isWhole ? (value ?? own) : Math.max(value ?? 0, own)
    const inputTokens = least(reported.input, prompt)
    const outputTokens = least(reported.output, isWhole ? text : text + unseen)
    const cached = valueAt(this.#usage, "prompt_tokens_details", "cached_tokens")
    const cost = valueAt(this.#usage, "cost", "total_cost") ?? valueAt(this.#usage, "cost")
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

/** An answer that names what was used, as readers of every dialect look for it. */
export const withUsage = (answer: unknown, used: Used): unknown => {
  if (!isJsonObject(answer)) return answer
  // One dialect has its answers in an envelope.
  const { result } = answer
  if (answer["usage"] === undefined && isJsonObject(result))
    return { ...answer, result: withUsage(result, used) }
  const { cost, inputTokens, outputTokens } = used
  const { cost: reported, ...usage } = isJsonObject(answer["usage"]) ? answer["usage"] : { cost: undefined }
  return {
    ...answer,
    usage: {
      ...usage,
      input_tokens: inputTokens,
      prompt_tokens: inputTokens,
      output_tokens: outputTokens,
      completion_tokens: outputTokens,
      ...(cost !== undefined && { cost: reported })
    }
  }
}
