// openai 7.57.0, unmodified, over `/openai/v1`: the embedded engine, and a model server with names of its own.
import OpenAI, { AuthenticationError, BadRequestError, NotFoundError } from "openai"
import type { ResponseInputItem } from "openai/resources/responses/responses"
import { zodResponseFormat, zodTextFormat } from "openai/helpers/zod"
import { assert, describe, it } from "vitest"
import { z } from "zod"
import { modelServer } from "./modelServer.ts"
import { all, failure, key, running } from "./server.ts"

const backend = modelServer()
const embedded = running()
const routed = running(() => ({ LEADLINE_BACKENDS: `openai-compatible ${backend.url}` }))

const messages = [{ role: "user" as const, content: "Which city has the highest tide? Answer for Brest." }]
const parameters = {
  type: "object",
  properties: { city: { type: "string", description: "The name of the city" } },
  required: ["city"]
}
const tool = { name: "tide", description: "The tide of a city", parameters }

describe.each([
  { name: "the embedded engine", server: embedded, model: "sonar", embeds: "svc-embed-v1-0.6b" },
  { name: "a model server", server: routed, model: "qwen", embeds: "svc-embed-v1-0.6b" }
])("$name", ({ embeds, model, server }) => {
  const client = (apiKey = key) =>
    new OpenAI({ apiKey, baseURL: `${server.baseUrl}/openai/v1`, maxRetries: 0 })

  describe("chat", () => {
    it("is answered, with fields of any client", async () => {
      const { data, response } = await client()
        .chat.completions.create({
          model,
          messages: [{ role: "developer", content: "Be short." }, ...messages],
          max_completion_tokens: 100,
          seed: 1,
          user: "me",
          store: false,
          parallel_tool_calls: true
        })
        .withResponse()
      assert.strictEqual(data.model, model)
      assert.strictEqual(data.choices[0]?.finish_reason, "stop")
      assert.isAbove(data.choices[0]?.message.content?.length ?? 0, 0)
      assert.strictEqual(
        data.usage?.total_tokens,
        (data.usage?.prompt_tokens ?? 0) + (data.usage?.completion_tokens ?? 0)
      )
      assert.include(
        response.headers.get("x-leadline-notice") ?? "",
        "ignored=seed,user,store,parallel_tool_calls"
      )
    })

    it("streams, with the usage at the end where it is asked for", async () => {
      for (const include_usage of [true, false]) {
        const stream = await client().chat.completions.create({
          model,
          messages,
          stream: true,
          stream_options: { include_usage }
        })
        const chunks = await all(stream)
        assert.isAbove(chunks.map(({ choices }) => choices[0]?.delta.content ?? "").join("").length, 0)
        assert.deepEqual(
          chunks.flatMap(({ choices }) => choices[0]?.finish_reason ?? []),
          ["stop"]
        )
        const last = chunks.at(-1)
        if (include_usage) {
          assert.deepEqual(last?.choices, [])
          assert.isAbove(last?.usage?.total_tokens ?? 0, 0)
        } else assert.isUndefined(last?.usage)
      }
    })

    it("calls functions, and takes what they return", async () => {
      const tools = [{ type: "function" as const, function: tool }]
      const { choices } = await client().chat.completions.create({
        model,
        messages,
        tools,
        tool_choice: "required"
      })
      const choice = choices[0] ?? assert.fail("no choice")
      assert.strictEqual(choice.finish_reason, "tool_calls")
      const [call] = choice.message.tool_calls ?? []
      assert.isTrue(call?.type === "function" && call.function.name === "tide")
      const next = await client().chat.completions.create({
        model,
        tools,
        messages: [
          ...messages,
          choice.message,
          { role: "tool", tool_call_id: call?.id ?? "", content: "At Brest the tide is 7 metres." }
        ]
      })
      assert.isAbove(next.choices[0]?.message.content?.length ?? 0, 0)
    })

    it("calls functions in a stream", async () => {
      const stream = client().chat.completions.stream({
        model,
        messages,
        tools: [{ type: "function", function: tool }],
        tool_choice: "required"
      })
      const completion = await stream.finalChatCompletion()
      const [call] = completion.choices[0]?.message.tool_calls ?? []
      assert.isTrue(call?.type === "function" && call.function.name === "tide")
      assert.strictEqual(completion.choices[0]?.finish_reason, "tool_calls")
    })

    it("follows a schema", async () => {
      const { choices } = await client().chat.completions.parse({
        model,
        messages,
        response_format: zodResponseFormat(z.object({ city: z.string() }), "place")
      })
      assert.isString(choices[0]?.message.parsed?.city)
    })

    it("gives any JSON object", async () => {
      const { choices } = await client().chat.completions.create({
        model,
        messages,
        response_format: { type: "json_object" }
      })
      assert.isObject(JSON.parse(choices[0]?.message.content ?? ""))
    })
  })

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

    it("refuse what they cannot do, by the name of the field", async () => {
      const error = await failure(
        client().responses.create({ model, input: "?", previous_response_id: "resp_1" })
      )
      assert.instanceOf(error, BadRequestError)
      assert.strictEqual(error.param, "previous_response_id")
    })
  })

  describe("embeddings", () => {
    it("are the same in both encodings, of length 1", async () => {
      const input = ["high water", "low water"]
      const floats = await client().embeddings.create({ model: embeds, input, encoding_format: "float" })
      const encoded = await client().embeddings.create({ model: embeds, input })
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

    it("of an unknown model name those that are known", async () => {
      const error = await failure(client().chat.completions.create({ model: "nobody", messages }))
      assert.instanceOf(error, BadRequestError)
      assert.strictEqual(error.param, "model")
      assert.include(error.message, model === "qwen" ? "qwen" : "sonar")
    })

    it("of a wrong key are 401", async () => {
      const error = await failure(client("wrong").chat.completions.create({ model, messages }))
      assert.instanceOf(error, AuthenticationError)
      assert.include(error.message, "Missing or invalid API key")
    })
  })
})
