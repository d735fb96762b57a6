// The one sequence of a context: evaluates prompts, and keeps what the next one may begin with.
import type { LlamaContextSequence, Token } from "node-llama-cpp"

/**
 * Tokens of a batch. Every prompt is evaluated from multiples of it, whatever is kept of the one before: the same tokens
 * are always computed in the same batches, and so to the same bits.
 */
const batch = 64

/** Ended by its signal. */
export class Aborted extends Error {}

interface Signal {
  readonly aborted: boolean
}

/** Throws where a signal is aborted. */
export const throwIfAborted = ({ aborted }: Signal): void => {
  if (aborted) throw new Aborted("Aborted")
}

/** Evaluates prompts one after the other. */
export class Sequence {
  readonly #sequence: LlamaContextSequence
  /** Tokens that were evaluated in whole batches, from the first on. */
  #kept: ReadonlyArray<Token> = []

  constructor(sequence: LlamaContextSequence) {
    this.#sequence = sequence
  }

  /**
   * Evaluates all of a prompt but its last batch, which it returns: at least one token. `run` evaluates that, and whatever
   * it evaluates beyond is forgotten by the next prompt.
   */
  async #begin(prompt: ReadonlyArray<Token>, signal: Signal): Promise<ReadonlyArray<Token>> {
    let at = 0
    while (at < this.#kept.length && at < prompt.length && this.#kept[at] === prompt[at]) at++
    // The last token is evaluated anew: what follows it is asked.
    at = Math.floor(Math.min(at, prompt.length - 1) / batch) * batch
    this.#kept = prompt.slice(0, at)
    await this.#sequence.eraseContextTokenRanges([{ start: at, end: this.#sequence.nextTokenIndex }])
    while (prompt.length - at > batch) {
      throwIfAborted(signal)
      await this.#sequence.evaluateWithoutGeneratingNewTokens(prompt.slice(at, at + batch))
      at += batch
      this.#kept = prompt.slice(0, at)
    }
    throwIfAborted(signal)
    return prompt.slice(at)
  }

  /** Natural log-probabilities of some tokens after a prompt, among the whole vocabulary. */
  async logprobs(
    prompt: ReadonlyArray<Token>,
    tokens: ReadonlyArray<Token>,
    signal: Signal
  ): Promise<ReadonlyArray<number>> {
    const rest = await this.#begin(prompt, signal)
    const [last] = rest.slice(-1)
    if (last === undefined) throw new TypeError("A prompt has a token")
    // Without a temperature the likeliest token is selected. `includeMax` gives it only where it is asked for anyway.
    const logits = { filter: { tokens, includeSelected: true } }
    const evaluated = await this.#sequence.controlledEvaluate([
      ...rest.slice(0, -1),
      [last, { generateNext: { logits, totalLogitWeight: true } }]
    ])
    const next = evaluated.at(-1)?.next
    const found = next?.logits
    if (found === undefined || next?.totalLogitWeight === undefined) throw new Error("No logits came back")
    const total = Math.max(...found.values()) + Math.log(next.totalLogitWeight)
    return tokens.map((token) => (found.get(token) ?? Number.NaN) - total)
  }

  /** Evaluates a prompt, and generates what follows it. The caller stops it. */
  async *generate(
    prompt: ReadonlyArray<Token>,
    options: Parameters<LlamaContextSequence["evaluate"]>[1],
    signal: Signal
  ): AsyncGenerator<Token, void> {
    const rest = await this.#begin(prompt, signal)
    for await (const token of this.#sequence.evaluate([...rest], options)) {
      throwIfAborted(signal)
      yield token
    }
  }
}
