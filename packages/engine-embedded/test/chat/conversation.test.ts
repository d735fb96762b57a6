// Messages about the conversation itself, courtesies and sums: no document is searched, nothing is cited.
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

const nothing = "Nothing in this conversation answers this, and no sources were used."
const greeting = "Hello. What would you like to know?"
const noSum = "No answer: this engine quotes documents, and does not calculate."
const suffix = "\n\nThis is taken from the conversation; no sources were used."

const replies: ReadonlyArray<readonly [request: ChatRequest, reply: string]> = [
  [after("hello"), greeting],
  [after("Hi there!"), greeting],
  [after("My name is Ada."), greeting],
  [after("thanks"), "You are welcome."],
  [after("Thanks a lot, bye"), "Goodbye."],
  [after("Hello! Good morning."), greeting],
  [after("When is high water?", "At noon.", "Thank you very much!"), "You are welcome."],
  [after("2+2?"), noSum],
  [after("What is 12 * (3 + 4)?"), noSum],
  [after("two plus two"), noSum],
  [after("What is 15% of 80?"), noSum],
  [after("What is my name?"), nothing],
  [after("My name is Ada.", "Hello.", "What is my name?"), 'You wrote: "My name is Ada."'],
  [
    after("I am Ada and I live in Brest. Hello!", "Hello.", "Where do I live?"),
    'You wrote: "I am Ada and I live in Brest."'
  ],
  [after("I'm Ada.", "Hello.", "Do you know who I am, and what is my name?"), 'You wrote: "I\'m Ada."'],
  [after("The name of the boat is Orca.", "Fine.", "What is my name?"), nothing],
  [after("My berth is number 7.", "Fine.", "What is my berth?"), 'You wrote: "My berth is number 7."'],
  [after("What did I just say?"), nothing],
  [after("Boats are blue.", "Fine.", "What did I just say?"), 'You wrote: "Boats are blue."'],
  [
    after(
      "The tide is high. I like fish.",
      "Fine.",
      "Boats are blue.",
      "Fine.",
      "What did I say about fish?"
    ),
    'You wrote: "I like fish."'
  ],
  [after("When is high water?", "At noon [1].", "What did you just say?"), 'I wrote: "At noon."'],
  [after("Summarise what I wrote"), nothing],
  [
    after("The boat is blue.", "The sky is grey and the wind blows.", "Summarise what I wrote"),
    `The boat is blue.${suffix}`
  ]
]

describe("a message about the conversation, small talk, a sum", () => {
  test("is answered from the conversation or plainly, without a search and citations", function* () {
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
