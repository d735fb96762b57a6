// A model server as vLLM has one, with the models `llama` and `qwen`, that answers what it was asked.
import type { RequestListener } from "node:http"
import { beforeAll } from "vitest"
import { serveHttp } from "../../src/ports.ts"

interface Asked {
  readonly model: string
  readonly stream?: boolean
  readonly tools?: ReadonlyArray<{ readonly function: { readonly name: string } }>
  readonly messages: ReadonlyArray<{ readonly role: string; readonly content: unknown }>
  readonly response_format?: unknown
}

const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 }

/** Calls the first function of the request, gives JSON where it is asked for, or says which model answers. */
const answerOf = ({ messages, model, response_format, tools }: Asked) => {
  const called = tools?.find(({ function: { name } }) => name !== "web_search" && name !== "fetch_url")
  if (called !== undefined && messages.at(-1)?.role === "user")
    return {
      content: null,
      tool_calls: [
        {
          id: "call_1",
          type: "function",
          function: { name: called.function.name, arguments: '{"city":"Brest"}' }
        }
      ]
    }
  return { content: response_format === undefined ? `I am ${model}. END` : '{"city":"Brest"}' }
}

const streamOf = (asked: Asked): string => {
  const { content, tool_calls: calls } = answerOf(asked)
  const deltas = [
    ...(content?.split(/(?<= )/).map((part) => ({ content: part })) ?? []),
    ...(calls?.map((call, index) => ({ tool_calls: [{ index, ...call }] })) ?? [])
  ]
  const chunks = [
    ...deltas.map((delta) => ({ choices: [{ index: 0, delta, finish_reason: null }] })),
    { choices: [{ index: 0, delta: {}, finish_reason: calls === undefined ? "stop" : "tool_calls" }], usage }
  ]
  return [...chunks.map((chunk) => JSON.stringify(chunk)), "[DONE]"]
    .map((data) => `data: ${data}\n\n`)
    .join("")
}

const vector = (text: string) => Array.from({ length: 256 }, (_, at) => Math.cos(at + text.length))

/** The server, and the bodies that it was asked with. */
export const modelServer = () => {
  const bodies: Array<Asked> = []
  const found = { url: "", bodies }
  const answer: RequestListener = async (request, response) => {
    let text = ""
    for await (const part of request) text += String(part)
    const json = (value: unknown, status = 200) => {
      response.writeHead(status, { "content-type": "application/json" })
      response.end(JSON.stringify(value))
    }
    if (request.url === "/v1/models")
      return json({ object: "list", data: ["llama", "qwen"].map((id) => ({ id, owned_by: "vllm" })) })
    if (request.url === "/v1/embeddings") {
      const { input, model } = JSON.parse(text) as { input: ReadonlyArray<string>; model: string }
      const data = input.map((one, index) => ({ index, object: "embedding", embedding: vector(one) }))
      return json({ object: "list", model, data, usage })
    }
    if (request.url !== "/v1/chat/completions") return json({}, 404)
    const asked = JSON.parse(text) as Asked
    bodies.push(asked)
    if (asked.stream === true) {
      response.writeHead(200, { "content-type": "text/event-stream" })
      return response.end(streamOf(asked))
    }
    const message = { role: "assistant", ...answerOf(asked) }
    return json({ choices: [{ index: 0, finish_reason: "stop", message }], usage, model: asked.model })
  }
  beforeAll(async () => {
    const { close, url } = await serveHttp(answer)
    found.url = `${url}/v1`
    return close
  })
  return found
}
