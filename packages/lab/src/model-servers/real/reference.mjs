// What the model itself says, without a server: answers each message of its parent.
import { loadModel, promptOf } from "./llama.mjs"

const model = await loadModel(process.argv[2])
const tokenVectors = async (text) => {
  const tokens = model.tokenize(text)
  const pieces = tokens.map((token, at) => (at === 0 ? "" : model.pieceOf(token)))
  return { vectors: await model.tokenVectors(tokens), pieces }
}

const answers = {
  logprobs: ({ messages }) => model.logprobsAfter(model.tokenize(promptOf(messages))),
  vector: ({ text }) => model.vectorOf(model.tokenize(text)),
  tokenVectors: ({ text }) => tokenVectors(text)
}

process.on("message", async (request) => {
  process.send({ answer: await answers[request.ask](request) })
})
process.once("disconnect", () => process.exit(0))
