// What the model itself says, without a server: reads requests as JSON lines, answers each with a line.
import { createInterface } from "node:readline"
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

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line)
  console.log(JSON.stringify(await answers[request.ask](request)))
}
process.exit(0)
