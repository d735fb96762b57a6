// What the tests over `/openai/v1` ask: the embedded engine, and a model server with names of its own.
import { openaiScript, startScript } from "@leadline/lab"
import * as Effect from "effect/Effect"
import OpenAI from "openai"
import { key, ofFile, running } from "./server.ts"

/** Starts both, each with a model of chat. */
export const targets = () => {
  const script = openaiScript({ program: "vLLM", models: ["llama", "qwen"], json: '{"city":"Emden"}' })
  const backend = ofFile(Effect.map(startScript(script), (url) => `${url}/v1`))
  return [
    { name: "the embedded engine", server: running(), model: "sonar" },
    {
      name: "a model server",
      server: running(() => ({ LEADLINE_BACKENDS: `openai-compatible ${backend.baseUrl}` })),
      model: "qwen"
    }
  ]
}

/** The client with the base path as its only setting. */
export const openaiClient = (server: { readonly baseUrl: string }, apiKey = key) =>
  new OpenAI({ apiKey, baseURL: `${server.baseUrl}/openai/v1`, maxRetries: 0 })

/** A question, and a function that answers it. */
export const messages = [
  { role: "user" as const, content: "Which city has the highest tide? Answer for Brest." }
]
const parameters = {
  type: "object",
  properties: { city: { type: "string", description: "The name of the city" } },
  required: ["city"]
}
export const tool = { name: "tide", description: "The tide of a city", parameters }
