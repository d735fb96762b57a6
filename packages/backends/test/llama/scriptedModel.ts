// A model that answers from a script, and notes what it was asked.
import type { LocalModel } from "../../src/llama/LocalModel.ts"

/** Parts of the script. */
export interface ModelScript {
  /** Texts of an answer, a token each. */
  readonly answer?: ReadonlyArray<string>
  /** Log-probability of each token. Default: all the same. */
  readonly logprob?: (token: number) => number
  /** Awaited before each piece of work. */
  readonly before?: () => Promise<void>
  readonly pieces?: ReadonlyArray<string>
  readonly model?: Partial<LocalModel>
}

const letters = [..."ABCDEFGHIJKLMNOP0123456789", "yes", "no", " A", "(B)", "Y", "n", "the"]

/** Makes the model: a token is a character of the prompt. */
export const scriptedModel = (script: ModelScript = {}) => {
  const { answer = ["Yes", "."], before = () => Promise.resolve(), pieces = letters } = script
  const logprob = script.logprob ?? (() => -Math.log(pieces.length))
  const asked: Array<string> = []
  const model: LocalModel = {
    name: "scripted",
    architecture: "llama",
    contextTokens: 10_000,
    memory: 1_000_000,
    isGenerative: true,
    vectorSize: undefined,
    pieces,
    tokenize: (text) => Array.from(text, (one) => one.codePointAt(0) ?? 0),
    prompt: (messages) =>
      Array.from(
        messages.map(({ content, role }) => `${role}: ${content}\n`).join(""),
        (one) => one.codePointAt(0) ?? 0
      ),
    logprobs: async (prompt, tokens, signal) => {
      asked.push(String.fromCodePoint(...prompt))
      await before()
      if (signal.aborted) throw new Error("Aborted")
      return tokens.map(logprob)
    },
    generate: async function* (prompt, options, signal) {
      asked.push(String.fromCodePoint(...prompt))
      for (const text of answer.slice(0, options.maxTokens)) {
        await before()
        if (signal.aborted) throw new Error("Aborted")
        yield text
      }
    },
    embed: () => Promise.resolve([1, 0]),
    ...script.model
  }
  return { asked, model }
}
