// The model in llama.cpp: its own logits after a prompt, and its own vectors.
import { getLlama, LlamaLogLevel } from "node-llama-cpp"

/** The prompt of chat messages. The model was never trained, so that any template will do. */
export const promptOf = (messages) =>
  messages.map(({ content }) => (typeof content === "string" ? content : content.at(-1).text)).join("\n")

/** Loads a model from a file. */
export const loadModel = async (modelPath) => {
  const llama = await getLlama({
    build: "never",
    gpu: false,
    skipDownload: true,
    progressLogs: false,
    logLevel: LlamaLogLevel.error
  })
  const model = await llama.loadModel({ modelPath })
  const context = await model.createContext({ contextSize: 4096, sequences: 1, threads: 2 })
  const sequence = context.getSequence()

  const tokenize = (text) => [model.tokens.bos, ...model.tokenize(text, false)]
  // The space before the first token of a text is not written, so it is not the first here.
  const [before] = model.tokenize("x", false)
  const pieceOf = (token) =>
    model.detokenize([before, token], true).slice(model.detokenize([before], true).length)

  /** Natural log-probabilities of the whole vocabulary after some tokens, likeliest first: a softmax of the logits. */
  const logprobsAfter = async (tokens) => {
    await sequence.clearHistory()
    const last = tokens.at(-1)
    const output = await sequence.controlledEvaluate([
      ...tokens.slice(0, -1),
      [last, { generateNext: { logits: true } }]
    ])
    const { logits } = output.at(-1).next
    const largest = Math.max(...logits.values())
    const total = [...logits.values()].reduce((sum, logit) => sum + Math.exp(logit - largest), 0)
    return [...logits].map(([id, logit]) => ({
      id,
      token: pieceOf(id),
      logprob: logit - largest - Math.log(total)
    }))
  }

  const embedding = await model.createEmbeddingContext({ contextSize: 4096, batchSize: 4096, threads: 2 })

  /** The vector that llama.cpp makes of some tokens, by the pooling of the model file. */
  const vectorOf = async (tokens) => [...(await embedding.getEmbeddingFor([...tokens])).vector]

  /** The vector of a token is that of the text up to it: the model looks back alone, and its pooling is the last token. */
  const tokenVectors = async (tokens) => {
    const vectors = []
    for (let end = 1; end <= tokens.length; end++) vectors.push(await vectorOf(tokens.slice(0, end)))
    return vectors
  }

  return { tokenize, pieceOf, logprobsAfter, vectorOf, tokenVectors }
}
