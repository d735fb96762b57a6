// @ai-sdk/perplexity 4.0.49 with ai 7, unmodified: text at once and in a stream, objects, embeddings.
import { createPerplexity } from "@ai-sdk/perplexity"
import { embedMany, generateText, Output, streamText } from "ai"
import { assert, it } from "vitest"
import { z } from "zod"
import { all, key, running } from "./server.ts"

const server = running()
const provider = () => createPerplexity({ apiKey: key, baseURL: server.baseUrl })
const options = () => ({ model: provider()("sonar"), prompt: "When is high water at Brest?", maxRetries: 0 })

it("generates text with sources, streams the same, and gives an object of the schema it sends", async () => {
  const { sources, text } = await generateText(options())
  assert.isAbove(text.length, 0)
  const stream = streamText(options())
  assert.strictEqual((await all(stream.textStream)).join(""), text)
  assert.strictEqual(await stream.finishReason, "stop")
  const urls = (of: typeof sources) => of.map((source) => (source.sourceType === "url" ? source.url : ""))
  assert.deepStrictEqual(urls(await stream.sources), urls(sources))

  const schema = z.object({ guest: z.string(), people: z.number().int(), allergies: z.array(z.string()) })
  const prompt = "Please book a table. Guest: Ida Holm. We are 4 people."
  const { output } = await generateText({ ...options(), prompt, output: Output.object({ schema }) })
  assert.deepStrictEqual(output, { guest: "Ida Holm", people: 4, allergies: [] })
})

it("embeddings are bytes, one list a text", async () => {
  const model = provider().embeddingModel("svc-embed-v1-0.6b")
  const { embeddings } = await embedMany({ model, values: ["High water.", "Low water."], maxRetries: 0 })
  assert.deepStrictEqual(
    embeddings.map(({ length }) => length),
    [1024, 1024]
  )
  assert.isTrue(embeddings.flat().every((value) => Number.isInteger(value) && Math.abs(value) <= 128))
})
