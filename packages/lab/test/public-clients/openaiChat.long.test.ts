// openai 7.57.0, unmodified, over `/openai/v1`: chat whole, in streams, with functions, and structured.
import { zodResponseFormat } from "openai/helpers/zod"
import { assert, describe, it } from "vitest"
import { z } from "zod"
import { messages, openaiClient, targets, tool } from "./openaiTargets.ts"
import { all, key, running } from "./server.ts"

describe("chat that searches", () => {
  const server = running()

  /** The message of an answer, and that of a stream. */
  const ask = async (model: string, stop: ReadonlyArray<string> = []) => {
    const content = "How is a key revoked?"
    const { completions } = openaiClient(server).chat
    const asked = {
      model,
      messages: [{ role: "user" as const, content }],
      web_search_options: {},
      stop: [...stop]
    }
    const streamed = await completions.stream(asked).finalChatCompletion()
    return [await completions.create(asked), streamed].map(
      ({ choices }) => choices[0]?.message ?? assert.fail("no choice")
    )
  }

  describe.each([
    ["chat", "sonar"],
    ["responses", "openai/gpt-5"]
  ])("over the route %s", (_route, model) => {
    it("has annotations of what its text cites, whole and in a stream", async () => {
      for (const { annotations = [], content } of await ask(model)) {
        assert.isAbove(annotations.length, 0)
        for (const { type, url_citation } of annotations) {
          const { end_index, start_index, title, url } = url_citation
          assert.strictEqual(type, "url_citation")
          assert.match(content?.slice(start_index, end_index) ?? "", /^\[\d+\]$/)
          assert.isAbove(title.length, 0)
          assert.match(url, /^https:/)
        }
      }
    })

    it("has no annotations beyond a stop sequence", async () => {
      for (const { annotations, content } of await ask(model, ["["])) {
        assert.isAbove(content?.length ?? 0, 0)
        assert.isUndefined(annotations)
      }
    })
  })
})

describe.each(targets())("$name", ({ model, server }) => {
  const client = (apiKey = key) => openaiClient(server, apiKey)

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
})
