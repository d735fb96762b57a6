// Events of streams are reduced to what the page shows.
import { assert, describe, it } from "vitest"
import { citationsOf, reduceChat, emptyChat } from "../../src/page/conversation/chatState.ts"
import {
  callsOf,
  reduceResponses,
  emptyResponse,
  pagesOf,
  textOf
} from "../../src/page/conversation/responsesState.ts"

const chunk = (object: string, delta: object, further: object = {}) => ({
  id: "1",
  object,
  created: 0,
  model: "sonar",
  choices: [{ index: 0, finish_reason: null, delta }],
  ...further
})

describe("chat", () => {
  it("reasoning becomes steps, pieces become text, the end brings sources", () => {
    const found = { title: "A", url: "https://a.example/" }
    const view = [
      chunk("chat.reasoning", {
        reasoning_steps: [{ thought: "One page.", type: "web_search" }, { thought: "Read." }]
      }),
      chunk("chat.reasoning.done", {}, { search_results: [found] }),
      chunk("chat.completion.chunk", { content: "Yes " }),
      chunk("chat.completion.chunk", { content: "[1]." }),
      chunk("chat.completion.done", { content: "" }, { citations: [found.url], related_questions: ["Why?"] })
    ].reduce(reduceChat, emptyChat)
    assert.deepEqual(view.steps, [
      { kind: "Search", text: "One page." },
      { kind: "Thought", text: "Read." }
    ])
    assert.equal(view.text, "Yes [1].")
    assert.deepEqual(citationsOf(view)(1), { url: found.url, title: "A" })
    assert.isUndefined(citationsOf(view)(2))
    assert.deepEqual(view.related, ["Why?"])
  })

  it("the whole text of the end stands for its pieces", () => {
    const end = { ...chunk("chat.completion.done", { content: "" }) }
    const whole = { ...end, choices: [{ ...end.choices[0], message: { content: "Whole." } }] }
    const view = [chunk("chat.completion.chunk", { content: "Who" }), whole].reduce(reduceChat, emptyChat)
    assert.equal(view.text, "Whole.")
  })
})

describe("responses", () => {
  const call = { type: "function_call", id: "f", call_id: "c", name: "get_weather", arguments: "{}" }
  const page = { id: 1, url: "https://a.example/", title: "A" }

  it("items, steps and text come together", () => {
    const view = [
      { type: "response.reasoning.search_queries", queries: ["a", "b"] },
      { type: "response.reasoning.search_results", results: [page] },
      { type: "response.output_item.added", output_index: 0, item: { type: "search_results", results: [] } },
      {
        type: "response.output_item.done",
        output_index: 0,
        item: { type: "search_results", results: [page] }
      },
      { type: "response.output_text.delta", item_id: "m", output_index: 1, content_index: 0, delta: "Ye" },
      { type: "response.output_text.delta", item_id: "m", output_index: 1, content_index: 0, delta: "s." },
      { type: "response.news", anything: 1 }
    ].reduce(reduceResponses, emptyResponse)
    assert.deepEqual(view.steps, [
      { kind: "Search", text: '"a", "b"' },
      { kind: "Found", text: "1 page" }
    ])
    assert.deepEqual(pagesOf(view), [page])
    assert.equal(textOf(view), "Yes.")
  })

  it("a function call is one, and a failed run says why", () => {
    const asked = reduceResponses(emptyResponse, {
      type: "response.output_item.done",
      output_index: 0,
      item: call
    })
    assert.deepEqual(
      callsOf(asked).map(({ name }) => name),
      ["get_weather"]
    )
    const failed = reduceResponses(emptyResponse, {
      type: "response.failed",
      error: { message: "No model." }
    })
    assert.equal(failed.failure, "No model.")
  })
})
