// Modules of the page that need no browser: addresses, archives, code, events of streams.
import { assert, describe, it } from "vitest"
import { noAnswer, reduceChat, reduceResponses } from "../src/page/streamedAnswer.ts"
import { brief, code } from "../src/page/codeSamples.ts"
import { isOwnImage, safeAddress } from "../src/page/parts/safeAddresses.ts"
import { skillArchive } from "../src/page/tabs/skillArchive.ts"
import { demo, visit } from "./visitor.ts"

describe("an address", () => {
  it.each(["javascript:alert(1)", "data:text/html,x", "//a.example/"])("%j is no link", (text) =>
    assert.isUndefined(safeAddress(text))
  )
  it.each(["https://a.example/b?c", "/source/docs/a.md"])("%j is a link", (text) =>
    assert.equal(safeAddress(text), text)
  )
  it.each([
    ["data:image/png;base64,AA==", true],
    ["/icon.svg", true],
    ["//a.example/a.png", false],
    ["https://a.example/a.png", false]
  ])("%j is an image to show: %j", (url, isOwn) => assert.equal(isOwnImage(url), isOwn))
})

it("an archive made on the page is a skill to the service", async () => {
  const { close, fetch } = demo()
  const { post } = await visit(fetch)
  const skill = { name: "for-a-test", description: 'Größe: "a"' }
  const body = skillArchive({ ...skill, text: "Text" })
  const reply = (await (await post("/api/skills", undefined, { body })).json()) as object
  assert.containSubset(reply, { ok: true, data: skill })
  await close()
})

describe("code", () => {
  const request = { model: "sonar", note: `it's ${"long ".repeat(100)}` }
  const shown = { operation: "chat.stream", path: "/v1/sonar", request, isStream: true }
  it("for curl asks for a stream and survives quotes", () => {
    assert.include(code.curl(shown), `"stream": true`)
    assert.include(code.curl(shown), `it'\\''s`)
  })
  it("is short where it is shown and whole where it is copied", () => {
    assert.isBelow(code.Promise(brief(shown)).length, 500)
    assert.include(code.Promise(shown), "long ".repeat(100))
    assert.notInclude(code.Promise(shown), "stream: true")
  })
})

const page = { id: 1, url: "https://a.example/", title: "A" }

const chunk = (object: string, content: string, further: object = {}, choice: object = {}) => ({
  object,
  choices: [{ index: 0, finish_reason: null, delta: { content }, ...choice }],
  ...further
})

describe("a chat", () => {
  it("has steps of its reasoning, text of its pieces, sources of its end", () => {
    const thoughts = [{ thought: "One page.", type: "web_search" }, { thought: "Read." }]
    const view = [
      chunk("chat.reasoning", "", {}, { delta: { reasoning_steps: thoughts } }),
      chunk("chat.reasoning.done", "", { search_results: [page] }),
      chunk("chat.completion.chunk", "Yes "),
      chunk("chat.completion.chunk", "[1]."),
      chunk("chat.completion.done", "", { citations: [page.url], related_questions: ["Why?"] })
    ].reduce(reduceChat, noAnswer)
    assert.equal(view.text, "Yes [1].")
    assert.deepEqual(view.citations, { 1: { url: page.url, title: "A" } })
    assert.deepEqual(view.related, ["Why?"])
    assert.deepEqual(view.steps, [
      ["Search", "One page."],
      ["Thought", "Read."]
    ])
  })
})

describe("a response", () => {
  it("has items, steps and text; unknown events are none", () => {
    const view = [
      { type: "response.reasoning.search_queries", queries: ["a", "b"] },
      { type: "response.reasoning.search_results", results: [page] },
      {
        type: "response.output_item.done",
        output_index: 0,
        item: { type: "search_results", results: [page] }
      },
      { type: "response.output_text.delta", delta: "Ye" },
      { type: "response.output_text.delta", delta: "s." },
      { type: "response.news", anything: 1 }
    ].reduce(reduceResponses, noAnswer)
    assert.deepEqual(view.steps, [
      ["Search", '"a", "b"'],
      ["Found", "1 page"]
    ])
    assert.containSubset(view, { text: "Yes.", pages: [page], citations: { 1: page } })
  })

  it("has function calls where it waits for them, and says why it failed", () => {
    const output = [{ type: "function_call", id: "f", call_id: "c", name: "get_weather", arguments: "{}" }]
    const ended = (status: string) =>
      reduceResponses(noAnswer, { type: "response.completed", response: { model: "m", status, output } })
        .calls
    assert.deepEqual<unknown>(ended("requires_action"), output)
    assert.isEmpty(ended("completed"))
    const failed = reduceResponses(noAnswer, { type: "response.failed", error: { message: "No model." } })
    assert.equal(failed.failure, "No model.")
  })
})
