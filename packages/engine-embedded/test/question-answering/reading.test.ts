// Passages of pages, questions of conversations, citations and images.
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { findCitations } from "../../src/question-answering/compose.ts"
import { findImages } from "../../src/question-answering/images.ts"
import { headingsOf, readPassagesSync } from "../../src/question-answering/passages.ts"
import { readQuestion, type Turn } from "../../src/question-answering/question.ts"
import { needsSearch } from "../../src/question-answering/searchClassifier.ts"
import { runSync } from "../../src/scheduling/timeSlicer.ts"
import { makeLexicon } from "../../src/vectors/lexicon.ts"
import { wordVectors } from "../support/wordVectors.ts"

const lexicon = makeLexicon(wordVectors)
const texts = (markdown: string) => readPassagesSync(1, markdown).map(({ text }) => text)
const user = (text: string): Turn => ({ role: "user", text })

const read = (turns: ReadonlyArray<Turn>) => runSync(readQuestion(lexicon, turns))
const needs = (...turns: ReadonlyArray<Turn>) => needsSearch(read(turns))

describe("passages", () => {
  it("are the sentences of paragraphs, lists and rows", () => {
    assert.deepEqual(
      texts(
        "# Fees\n\nIt costs 3 EUR. Dr. Who\npays *nothing*.\n\n- One item\n\n| A | B |\n|---|---|\n| x | y |"
      ),
      ["It costs 3 EUR.", "Dr. Who pays nothing.", "One item", "A: x; B: y"]
    )
  })
  it("leave code and markup out, and make foreign citation marks plain", () => {
    assert.deepEqual(
      texts("See [the page](https://a.example/x) now [3].\n\n```\nconst a = 1\n```\n\n~~~\nfence\n~~~"),
      ["See the page now (3)."]
    )
  })
  it("know the heading they stand under", () => {
    const headings = readPassagesSync(
      1,
      "## Fees\n\nIt costs 3 EUR.\n\n### The quay › Boats\nThey are moored here."
    ).map(({ heading }) => heading)
    assert.deepEqual(headings, ["Fees", "The quay: Boats"])
    assert.deepEqual(runSync(headingsOf("## Fees\n\ntext\n```\n# no heading\n```")), ["Fees"])
  })
  it("hold no links, but what only begins as one", () => {
    const far = "x".repeat(2_001)
    assert.deepEqual(
      texts(`See [the quay](q.md) and ![a boat](boat.png)the sea. It is at [a](${far}) and [b](c`),
      ["See the quay and the sea."]
    )
    assert.deepEqual(texts("It is at [a](b and [c](d) or [e"), ["It is at a or [e"])
  })
  it("of any text are bounded and hold no mark of ours", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("[1]", "# ", "\n", "a. B", "```", "| ", "word ", "![", "](", "**"), {
          maxLength: 60
        }),
        (parts) => {
          for (const text of texts(parts.join(""))) {
            assert.isAtMost(text.length, 500)
            assert.notMatch(text, /\[\d+\]/)
          }
        }
      )
    )
  })
  it("of hostile texts are read to their end", () => {
    const hostile = [
      "[".repeat(50_000),
      "[](".repeat(50_000),
      `# a${" ".repeat(100_000)}b`,
      "A. B. ".repeat(20_000),
      "![".repeat(50_000),
      "*a".repeat(50_000),
      "<a".repeat(50_000),
      " ".repeat(100_000),
      "\n".repeat(100_000),
      ".'".repeat(50_000)
    ]
    // Were the time to grow with the square of the length, this would take hours.
    for (const text of hostile) assert.isTrue(texts(text).every(({ length }) => length <= 500))
  })
})

describe("a question", () => {
  it("that refers back takes the words of the question before", () => {
    const { query, text } = read([
      user("When is high water at Brest?"),
      { role: "assistant", text: "At 06:12." },
      user("And how large is its range?")
    ])
    assert.strictEqual(text, "And how large is its range?")
    assert.match(query, /brest/)
  })
  it("that stands alone takes none", () => {
    const { query } = read([
      user("When is high water at Brest?"),
      user("Which bakery sells fresh bread today?")
    ])
    assert.strictEqual(query, "Which bakery sells fresh bread today?")
  })
  it("is told apart from the text that comes with it", () => {
    const { conversationTexts, text } = read([
      user("The boat is blue.\nThe crew is small.\nWhat colour is the boat?")
    ])
    assert.strictEqual(text, "What colour is the boat?")
    assert.deepEqual(conversationTexts, ["The boat is blue.\nThe crew is small."])
  })
  it("without a user message is empty", () => {
    assert.strictEqual(read([]).query, "")
  })
})

describe("the classifier", () => {
  it("searches for facts", () => {
    assert.isTrue(needs(user("When is high water at Brest?")))
    assert.isTrue(needs(user("Hello, when does the ferry to Ouessant leave the harbour?")))
  })
  it("does not search for courtesies, nor for the conversation itself", () => {
    assert.isFalse(needs(user("hello")))
    assert.isFalse(needs(user("Thanks a lot!")))
    assert.isFalse(needs(user("My name is Ada. I like boats."), user("What is my name?")))
    assert.isFalse(needs(user("Summarize this text: The ferry was late. The engine broke. Nobody was hurt.")))
  })
})

describe("citations", () => {
  it("point at their mark, in UTF-16 units", () => {
    const text = "😀 High water [1]. Low [2] [9]."
    assert.deepEqual(
      findCitations(text, 2).map(({ end, start }) => text.slice(start, end)),
      ["[1]", "[2]"]
    )
  })
})

const page = {
  id: 1,
  title: "Page",
  url: "https://a.example/dir/page",
  snippet:
    "![Map](map.png =30x20) ![](https://b.example/x-640x480.jpg) ![x](javascript:alert) ![Map](map.png)"
}

const found = (formats: ReadonlyArray<string>, domains: ReadonlyArray<string>) =>
  findImages([page], { formats, domains }).map(({ title }) => title)

describe("images", () => {
  it("are those of the pages, each once, with what is known of their size", () => {
    assert.deepEqual(findImages([page], { formats: [], domains: [] }), [
      {
        image_url: "https://a.example/dir/map.png",
        origin_url: page.url,
        title: "Map",
        width: 30,
        height: 20
      },
      {
        image_url: "https://b.example/x-640x480.jpg",
        origin_url: page.url,
        title: "Page",
        width: 640,
        height: 480
      }
    ])
  })
  it("are filtered by format and domain", () => {
    assert.deepEqual(found(["jpg"], []), ["Page"])
    assert.deepEqual(found([".PNG"], []), ["Map"])
    assert.deepEqual(found([], ["a.example"]), ["Map"])
    assert.deepEqual(found([], ["-a.example"]), ["Page"])
  })
})
