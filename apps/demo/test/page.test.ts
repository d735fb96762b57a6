// Modules of the page that need no browser: addresses, archives, code, events of streams.
import { assert, describe, it } from "vitest"
import { noAnswer, reduceChat, reduceResponses } from "../src/page/streamedAnswer.ts"
import { brief, code } from "../src/page/codeSamples.ts"
import { isOwnImage, safeAddress } from "../src/page/parts/safeAddresses.ts"
import { skillArchive } from "../src/page/tabs/skillArchive.ts"
import { demo, visit } from "./visitor.ts"

it.each([
  ["javascript:alert(1)", false, false],
  ["data:text/html,x", false, false],
  ["//a.example/a.png", false, false],
  ["https://a.example/a.png", true, false],
  ["/source/docs/a.md", true, true],
  ["/icon.svg", false, true],
  ["data:image/png;base64,AA==", false, true]
])("the address %j is a link: %j, an image to show: %j", (text, isLink, isImage) => {
  assert.equal(safeAddress(text), isLink ? text : undefined)
  assert.equal(isOwnImage(text), isImage)
})

it("an archive made on the page is a skill to the service", async () => {
  const { close, fetch } = demo()
  const { post } = await visit(fetch)
  const skill = { name: "for-a-test", description: 'Größe: "a"' }
  const answer = await post("/api/skills", undefined, { body: skillArchive({ ...skill, text: "Text" }) })
  assert.containSubset(await answer.json(), { ok: true, data: skill })
  await close()
})

it("code for curl survives quotes, and is short where it is shown and whole where it is copied", () => {
  const request = { model: "sonar", note: `it's ${"long ".repeat(100)}` }
  const shown = { operation: "chat.stream", path: "/v1/sonar", request, isStream: true }
  assert.include(code.curl(shown), `"stream": true`)
  assert.include(code.curl(shown), `it'\\''s`)
  assert.isBelow(code.Promise(brief(shown)).length, 500)
  assert.include(code.Promise(shown), "long ".repeat(100))
})

const page = { id: 1, url: "https://a.example/", title: "A" }

const chunk = (object: string, content: string, further: object = {}, delta: object = {}) => ({
  object,
  choices: [{ index: 0, finish_reason: null, delta: { content, ...delta } }],
  ...further
})

describe("a streamed answer", () => {
  it("of a chat has steps of its reasoning, text of its pieces, sources of its end", () => {
    const reasoning_steps = [{ thought: "One page.", type: "web_search" }, { thought: "Read." }]
    const view = [
      chunk("chat.reasoning", "", {}, { reasoning_steps }),
      chunk("chat.reasoning.done", "", { search_results: [page] }),
      chunk("chat.completion.chunk", "Yes "),
      chunk("chat.completion.chunk", "[1]."),
      chunk("chat.completion.done", "", { citations: [page.url], related_questions: ["Why?"] })
    ].reduce(reduceChat, noAnswer)
    assert.equal(view.text, "Yes [1].")
    assert.deepEqual(view.citations, { 1: { url: page.url, title: "A" } })
    assert.deepEqual(view.related, ["Why?"])
    assert.equal(view.steps.join(";"), "Search,One page.;Thought,Read.")
  })

  it("of a response has items, steps and text; unknown events are none", () => {
    const item = { type: "search_results", results: [page] }
    const view = [
      { type: "response.reasoning.search_queries", queries: ["a", "b"] },
      { type: "response.output_item.done", output_index: 0, item },
      ...["Ye", "s."].map((delta) => ({ type: "response.output_text.delta", delta })),
      { type: "response.news", anything: 1 }
    ].reduce(reduceResponses, noAnswer)
    assert.equal(view.steps.join(";"), 'Search,"a", "b"')
    assert.containSubset(view, { text: "Yes.", pages: [page], citations: { 1: page } })
  })

  it("of a response says why it failed", () => {
    const failed = reduceResponses(noAnswer, { type: "response.failed", error: { message: "No model." } })
    assert.equal(failed.failure, "No model.")
  })
})
