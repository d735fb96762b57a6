// @ai-sdk/openai, @ai-sdk/openai-compatible and @langchain/openai, unmodified, over `/openai/v1`.
import { createOpenAI } from "@ai-sdk/openai"
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { tool as langchainTool } from "@langchain/core/tools"
import { ChatOpenAI, OpenAIEmbeddings } from "@langchain/openai"
import { embedMany, generateText, Output, streamText, tool as aiTool } from "ai"
import { assert, describe, it } from "vitest"
import { z } from "zod"
import { targets } from "./openaiTargets.ts"
import { all, key } from "./server.ts"

const prompt = "Which city has the highest tide? Answer for Brest."
const inputSchema = z.object({ city: z.string().describe("The name of the city") })
const description = "The tide of a city"
const maxRetries = 0
const embeddingModel = "svc-embed-v1-0.6b"

describe.each(targets())("$name", ({ model: name, server }) => {
  const baseURL = () => `${server.baseUrl}/openai/v1`
  const settings = () => ({ model: name, apiKey: key, maxRetries, configuration: { baseURL: baseURL() } })
  const openai = () => createOpenAI({ apiKey: key, baseURL: baseURL() })
  const compatible = () =>
    createOpenAICompatible({
      name: "leadline",
      apiKey: key,
      baseURL: baseURL(),
      supportsStructuredOutputs: true
    })
  const providers = [
    { provider: "@ai-sdk/openai, responses", model: () => openai().responses(name) },
    { provider: "@ai-sdk/openai, chat", model: () => openai().chat(name) },
    { provider: "@ai-sdk/openai-compatible", model: () => compatible()(name) }
  ]

  describe.each(providers)("$provider", ({ model }) => {
    it("generates and streams text, with its usage", async () => {
      const { text, usage } = await generateText({ model: model(), prompt, maxRetries })
      assert.isAbove(usage.outputTokens ?? 0, 0)
      const stream = streamText({ model: model(), prompt, maxRetries })
      assert.strictEqual((await all(stream.textStream)).join(""), text)
      assert.strictEqual(await stream.finishReason, "stop")
    })

    it("calls tools, goes on with what they return, and gives an object of a schema", async () => {
      const cities: Array<string> = []
      const { steps } = await generateText({
        model: model(),
        prompt,
        maxRetries,
        toolChoice: "required",
        tools: {
          tide: aiTool({
            description,
            inputSchema,
            execute: ({ city }) => {
              cities.push(city)
              return `At ${city} the tide is 7 metres.`
            }
          })
        }
      })
      assert.strictEqual(steps[0]?.finishReason, "tool-calls")
      // The embedded engine reads no city from such a question.
      assert.deepEqual(cities, [name === "sonar" ? "" : "Emden"])
      const output = Output.object({ schema: inputSchema })
      const result = await generateText({ model: model(), prompt, maxRetries, output })
      assert.isString(result.output.city)
    })
  })

  it.each([
    ["@ai-sdk/openai", () => openai().embedding(embeddingModel)],
    ["@ai-sdk/openai-compatible", () => compatible().embeddingModel(embeddingModel)]
  ])("%s embeds", async (_, model) => {
    const values = ["high water", "low water"]
    const { embeddings } = await embedMany({ model: model(), values, maxRetries })
    assert.lengthOf(embeddings, 2)
    for (const vector of embeddings) assert.closeTo(Math.hypot(...vector), 1, 1e-5)
  })

  it("@langchain/openai answers, streams, calls tools, gives an object and embeds", async () => {
    const model = new ChatOpenAI(settings())
    const { text } = await model.invoke(prompt)
    assert.isAbove(text.length, 0)
    const parts = await all(await model.stream(prompt))
    assert.strictEqual(parts.map((part) => part.text).join(""), text)
    const tide = langchainTool(() => "", { name: "tide", description, schema: inputSchema })
    const called = await model.bindTools([tide], { tool_choice: "required" }).invoke(prompt)
    assert.strictEqual(called.tool_calls?.[0]?.name, "tide")
    const { city } = await model.withStructuredOutput(inputSchema).invoke(prompt)
    assert.isString(city)
    const embeddings = new OpenAIEmbeddings({ ...settings(), model: embeddingModel })
    assert.closeTo(Math.hypot(...(await embeddings.embedQuery("high water"))), 1, 1e-5)
  })
})
