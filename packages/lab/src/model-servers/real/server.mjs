// A model server with the routes of llama.cpp's, over its library: chat with log-probabilities, tokens, embeddings.
import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import { loadModel, promptOf } from "./llama.mjs"

const model = await loadModel(process.argv[2])

/** One request after the other: the model has one sequence. */
let queue = Promise.resolve()
const inTurn = (work) => {
  const result = queue.then(work)
  queue = result.catch(() => undefined)
  return result
}

const chat = async ({ messages, top_logprobs = 0 }) => {
  const tokens = model.tokenize(promptOf(messages))
  const all = await model.logprobsAfter(tokens)
  const [first] = all
  return {
    object: "chat.completion",
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: first.token },
        logprobs: { content: [{ ...first, top_logprobs: all.slice(0, top_logprobs) }] },
        finish_reason: "length"
      }
    ],
    usage: { prompt_tokens: tokens.length, completion_tokens: 1 }
  }
}

const tokenized = ({ content, with_pieces = false, add_special = false }) => {
  const all = model.tokenize(content)
  const tokens = add_special ? all : all.slice(1)
  if (!with_pieces) return { tokens }
  return { tokens: tokens.map((id, at) => ({ id, piece: add_special && at === 0 ? "" : model.pieceOf(id) })) }
}

const routes = {
  "GET /v1/models": () => ({
    object: "list",
    data: [{ id: "tiny-random", object: "model", owned_by: "llamacpp" }]
  }),
  "GET /props": () => ({ default_generation_settings: { n_ctx: 4096 }, modalities: { vision: false } }),
  "POST /tokenize": tokenized,
  "POST /v1/chat/completions": chat,
  "POST /embeddings": async ({ input }) =>
    Promise.all(
      (typeof input === "string" ? [input] : input).map(async (one, index) => ({
        index,
        embedding: await model.tokenVectors(model.tokenize(one))
      }))
    )
}

const server = createServer(async (request, response) => {
  const route = routes[`${request.method} ${request.url}`]
  const body = JSON.parse((await text(request)) || "{}")
  const [status, answer] =
    route === undefined ? [404, { error: { message: "not found" } }] : [200, await inTurn(() => route(body))]
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer))
})
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }))
process.once("disconnect", () => process.exit(0))
