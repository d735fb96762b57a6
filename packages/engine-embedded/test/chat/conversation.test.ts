// Courtesies: no document is searched, nothing is cited.
import { assert, describe } from "vitest"
import type { ChatRequest } from "@leadline/core/chat"
import { Responses } from "@leadline/core/responses"
import { heard } from "../support/services.ts"
import { ask, create } from "./support.ts"
import { test } from "../support/services.ts"

/** A conversation whose last message is the user's. */
const after = (...texts: ReadonlyArray<string>): ChatRequest =>
  ask("", {
    messages: texts.map((content, index) => ({
      role: (texts.length - index) % 2 === 1 ? ("user" as const) : ("assistant" as const),
      content
    }))
  })

const greeting = "Hello. What would you like to know?"

const replies: ReadonlyArray<readonly [request: ChatRequest, reply: string]> = [
  [after("hello"), greeting],
  [after("Hi there!"), greeting],
  [after("thanks"), "You are welcome."],
  [after("Thanks a lot, bye"), "Goodbye."],
  [after("Hello! Good morning."), greeting],
  [after("When is high water?", "At noon.", "Thank you very much!"), "You are welcome."]
]

describe("small talk", () => {
  test("is answered plainly, without a search and citations", function* () {
    heard.length = 0
    for (const [request, reply] of replies) {
      const { choices, citations, search_results, usage } = yield* create(request)
      assert.strictEqual(choices[0]?.message.content, reply)
      assert.isUndefined(citations ?? search_results ?? usage?.num_search_queries)
    }
    assert.strictEqual(heard.length, 0)
  })

  test("is no question for documents that speaks of the writer, or has a greeting before it", function* () {
    for (const content of [
      "Hello! When is high water at Brest?",
      "What is my rate limit?",
      "How do I reset my password?",
      "Where do I book a seat?",
      "What happened in 1848?",
      "Summarise the harbour rules"
    ]) {
      heard.length = 0
      yield* create(ask(content))
      assert.isAbove(heard.length, 0, content)
    }
  })

  test("is searched without its quotation marks: a question quotes words that no page need have", function* () {
    heard.length = 0
    yield* create(ask('What is "high water" at “Brest”?'))
    assert.deepEqual(
      heard.map(({ query }) => query),
      ["What is high water at Brest?"]
    )
  })

  test("gets the same reply as a response, unless a search is required", function* () {
    const request = { model: "perplexity/sonar", input: "hello", tools: [{ type: "web_search" as const }] }
    const reply = yield* Responses.use((responses) => responses.create(request))
    assert.deepEqual(
      reply.output.map(({ type }) => type),
      ["message"]
    )
    assert.include(JSON.stringify(reply.output), greeting)
    const forced = yield* Responses.use((responses) =>
      responses.create({ ...request, tool_choice: "required" })
    )
    assert.include(
      forced.output.map(({ type }) => type),
      "search_results"
    )
  })
})

test("what was said to a question of the conversation is quoted by its own words", function* () {
  const question = "When does the market in Oster open?"
  const { choices } = yield* create({
    ...after("We meet at noon.", "Fine.", question, "No pages were found that answer this.", question),
    disable_search: true
  })
  assert.notInclude(choices[0]?.message.content ?? "", "pages")
})
