// Writes the answer to a prompt: a text for each token.
import type { GenerateOptions } from "@leadline/backends"
import type { Llama, LlamaModel, Token } from "node-llama-cpp"
import { grammarOf } from "./grammar.ts"
import type { Sequence } from "./Sequence.ts"

type Library = typeof import("node-llama-cpp")

/** Tokens of which a character is made, at most. */
const tokensOfCharacter = 8

/** Tokens before a text by which the tokenizer knows whether a blank goes between. */
const before = 8

/** A grammar of JSON may go on with line breaks, of which a value has none. */
const afterJson = "\n\n"

/** Gives the text of each token, or nothing until a character is complete. */
const makeTexts = (model: LlamaModel) => {
  const done: Array<Token> = []
  let pending: Array<Token> = []
  return (token: Token): string => {
    pending.push(token)
    const text = model.detokenize(pending, false, done.slice(-before))
    if (text.endsWith("\uFFFD") && pending.length < tokensOfCharacter) return ""
    done.push(...pending)
    pending = []
    return text
  }
}

/** Generates until the model ends its answer, or its tokens are used up. */
export async function* generate(
  { library, llama, model, sequence }: GenerateContext,
  prompt: ReadonlyArray<Token>,
  { maxTokens, schema, seed, temperature, topK, topP }: GenerateOptions,
  signal: { readonly aborted: boolean }
): AsyncGenerator<string, void> {
  const grammar = schema === undefined ? undefined : await grammarOf(llama, schema)
  const tokens = sequence.generate(
    prompt,
    {
      temperature,
      topK: topK ?? 0,
      topP: topP ?? 1,
      seed,
      ...(grammar !== undefined && {
        grammarEvaluationState: new library.LlamaGrammarEvaluationState({ model, grammar })
      })
    },
    signal
  )
  const textOf = makeTexts(model)
  let count = 0
  let end = ""
  for await (const token of tokens) {
    const text = textOf(token)
    yield text
    count++
    end = (end + text).slice(-afterJson.length)
    if (count >= maxTokens || (grammar !== undefined && end === afterJson)) return
  }
}

/** The model that writes. */
export interface GenerateContext {
  readonly library: Library
  readonly llama: Llama
  readonly model: LlamaModel
  readonly sequence: Sequence
}
