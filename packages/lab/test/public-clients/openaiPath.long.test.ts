// openai 7.57.0, unmodified, over `/openai/v1`: responses, embeddings, models and errors.
import { BadRequestError, NotFoundError, RateLimitError } from "openai"
import { zodTextFormat } from "openai/helpers/zod"
import type { ResponseInputItem } from "openai/resources/responses/responses"
import { assert, describe, it } from "vitest"
import { z } from "zod"
import { messages, openaiClient, targets, tool } from "./openaiTargets.ts"
import { all, failure, key, scripted } from "./server.ts"

describe.each(targets())("$name", ({ model, server }) => {
  const client = (apiKey = key) => openaiClient(server, apiKey)

  describe("responses", () => {
    it("are made", async () => {
      const response = await client().responses.create({
        model,
        input: messages,
        store: false,
        metadata: { a: "b" },
        instructions: "Be short."
      })
      assert.strictEqual(response.status, "completed")
      assert.isAbove(response.output_text.length, 0)
      assert.isAbove(response.usage?.output_tokens ?? 0, 0)
    })

    it("stream in the order of the client, with and without a search", async () => {
      for (const tools of [[], [{ type: "web_search" as const }]]) {
        const stream = client().responses.stream({ model, input: "What is the tide at Brest?", tools })
        const types = (await all(stream)).map(({ type }) => type)
        const response = await stream.finalResponse()
        assert.strictEqual(types[0], "response.created")
        assert.strictEqual(types.at(-1), "response.completed")
        assert.include(types, "response.content_part.added")
        assert.isAbove(response.output_text.length, 0)
      }
    })

    it("call functions, whole and in a stream", async () => {
      const asked = {
        model,
        input: messages,
        tools: [{ type: "function" as const, strict: false, ...tool }],
        tool_choice: "required" as const
      }
      const whole = await client().responses.create(asked)
      const streamed = await client().responses.stream(asked).finalResponse()
      for (const { output } of [whole, streamed]) {
        const call = output.find(({ type }) => type === "function_call")
        assert.isTrue(call?.type === "function_call" && call.name === "tide")
      }
      const call = whole.output.find((item) => item.type === "function_call")
      // The client's own types of items do not fit each other.
      const repeated: Array<ResponseInputItem> = JSON.parse(JSON.stringify(whole.output))
      const next = await client().responses.create({
        ...asked,
        tool_choice: "auto",
        input: [
          { role: "user", content: "Which city has the highest tide?" },
          ...repeated,
          {
            type: "function_call_output",
            call_id: call?.call_id ?? "",
            output: "At Brest the tide is 7 metres."
          }
        ]
      })
      assert.isAbove(next.output_text.length, 0)
    })

    it("follow a schema", async () => {
      const { output_parsed } = await client().responses.parse({
        model,
        input: messages,
        text: { format: zodTextFormat(z.object({ city: z.string() }), "place") }
      })
      assert.isString(output_parsed?.city)
    })
  })

  describe("embeddings", () => {
    it("are the same in both encodings, of length 1", async () => {
      const input = ["high water", "low water"]
      const floats = await client().embeddings.create({
        model: "svc-embed-v1-0.6b",
        input,
        encoding_format: "float"
      })
      const encoded = await client().embeddings.create({ model: "svc-embed-v1-0.6b", input })
      assert.lengthOf(encoded.data, 2)
      for (const [index, { embedding }] of encoded.data.entries()) {
        assert.closeTo(Math.hypot(...embedding), 1, 1e-5)
        for (const [at, value] of embedding.entries())
          assert.closeTo(floats.data[index]?.embedding[at] ?? 9, value, 1e-6)
      }
    })
  })

  describe("models", () => {
    it("are listed and retrieved, also one with a slash", async () => {
      const { data } = await client().models.list()
      const [first] = data
      assert.strictEqual((await client().models.retrieve(first?.id ?? "")).id, first?.id)
      const error = await failure(client().models.retrieve("nobody/has-it"))
      assert.instanceOf(error, NotFoundError)
      assert.include(error.message, "nobody/has-it")
      assert.strictEqual(error.code, "model_not_found")
    })
  })

  describe("errors", () => {
    it("of a request name its field, and have the id of the request", async () => {
      const error = await failure(client().chat.completions.create({ model, messages, n: 2 }))
      assert.instanceOf(error, BadRequestError)
      assert.strictEqual(error.param, "n")
      assert.match(error.requestID ?? "", /^[0-9a-f-]{36}$/)
      const wrong = await failure(client().chat.completions.create({ model, messages, temperature: 9 }))
      assert.instanceOf(wrong, BadRequestError)
      assert.strictEqual(wrong.param, "temperature")
    })
  })
})

describe("an engine that refuses", () => {
  const server = scripted()

  it("is its RateLimitError, which says how long to wait", async () => {
    const content = JSON.stringify({ fail: "RateLimitError" })
    const error = await failure(
      openaiClient(server).chat.completions.create({ model: "sonar", messages: [{ role: "user", content }] })
    )
    assert.instanceOf(error, RateLimitError)
    assert.strictEqual(error.headers.get("retry-after-ms"), "3000")
    assert.match(error.message, /^429 \S/)
  })
})
