// @ai-sdk/perplexity 4.0.49 with ai 7, unmodified: text at once and in a stream, objects, embeddings.
import { createPerplexity } from "@ai-sdk/perplexity"
import { APICallError, embedMany, generateText, Output, streamText } from "ai"
import { assert, describe, it } from "vitest"
import { z } from "zod"
import { all, failure, key, running } from "./server.ts"

const server = running()
const provider = (apiKey = key) => createPerplexity({ apiKey, baseURL: server.baseUrl })
const prompt = "When is high water at Brest?"
const maxRetries = 0

describe("chat", () => {
  it("generates text, with usage and sources", async () => {
    const { finishReason, sources, text, usage } = await generateText({
      model: provider()("sonar"),
      prompt,
      maxRetries
    })
    assert.isAbove(text.length, 0)
    assert.strictEqual(finishReason, "stop")
    assert.isAbove(usage.inputTokens ?? 0, 0)
    assert.isAbove(usage.outputTokens ?? 0, 0)
    for (const source of sources) assert.strictEqual(source.sourceType, "url")
  })

  it("streams the text it generates", async () => {
    const options = { model: provider()("sonar"), prompt, maxRetries }
    const whole = await generateText(options)
    const stream = streamText(options)
    const parts = await all(stream.textStream)
    assert.strictEqual(parts.join(""), whole.text)
    assert.strictEqual(await stream.finishReason, "stop")
    assert.deepStrictEqual(
      (await stream.sources).map((source) => (source.sourceType === "url" ? source.url : "")),
      whole.sources.map((source) => (source.sourceType === "url" ? source.url : ""))
    )
  })

  it("generates an object of the schema it sends", async () => {
    const { output } = await generateText({
      model: provider()("sonar"),
      // An engine that repeats what it receives answers right, and so does one that composes.
      prompt: `{"answer":"At 06:12"}`,
      maxRetries,
      output: Output.object({ schema: z.object({ answer: z.string() }) })
    })
    assert.isString(output.answer)
  })

  it("generates an object with what the text holds, and with empty values for the rest", async () => {
    const { output } = await generateText({
      model: provider()("sonar"),
      prompt: "Please book a table. Guest: Ida Holm. Email: ida@holm.example. We are 4 people.",
      maxRetries,
      output: Output.object({
        schema: z.object({
          guest: z.string(),
          email: z.email(),
          people: z.number().int(),
          phone: z.string(),
          allergies: z.array(z.string()),
          room: z.enum(["garden", "hall"]).nullable(),
          date: z.iso.date()
        })
      })
    })
    assert.deepStrictEqual(output, {
      guest: "Ida Holm",
      email: "ida@holm.example",
      people: 4,
      phone: "",
      allergies: [],
      room: null,
      date: "1970-01-01"
    })
  })

  it("reports our words of a refused key", async () => {
    const error = await failure(generateText({ model: provider("wrong")("sonar"), prompt, maxRetries }))
    assert.isTrue(APICallError.isInstance(error))
    assert.include(String(error), "Missing or invalid API key. Send the header Authorization: Bearer <key>.")
  })

  it("reports the status of a request that breaks the schema", async () => {
    const error = await failure(
      generateText({ model: provider()("sonar"), prompt, maxRetries, maxOutputTokens: 128_001 })
    )
    if (!APICallError.isInstance(error)) return assert.fail(String(error))
    assert.strictEqual(error.statusCode, 422)
    assert.include(error.responseBody ?? "", "max_tokens")
  })
})

describe("embeddings", () => {
  it("are numbers, one list a text", async () => {
    const { embeddings } = await embedMany({
      model: provider().embeddingModel("svc-embed-v1-0.6b"),
      values: ["High water.", "Low water."],
      maxRetries
    })
    assert.strictEqual(embeddings.length, 2)
    for (const embedding of embeddings) {
      assert.strictEqual(embedding.length, 1024)
      assert.isTrue(embedding.every((value) => Number.isInteger(value) && value >= -128 && value <= 127))
    }
  })
})
