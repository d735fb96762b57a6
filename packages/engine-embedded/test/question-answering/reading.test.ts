// Passages of pages, questions of conversations, citations.
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { readPassagesSync } from "../../src/question-answering/passages.ts"
import { readQuestion, type Turn } from "../../src/question-answering/question.ts"
import { needsSearch } from "../../src/question-answering/research.ts"
import { findCitations } from "../../src/question-answering/quotes.ts"
import { runSync } from "../../src/scheduling/timeSlicer.ts"
import { makeLexicon } from "../../src/vectors/lexicon.ts"
import { wordVectors } from "../support/wordVectors.ts"

const lexicon = makeLexicon(wordVectors)
const texts = (markdown: string) => readPassagesSync(1, markdown).map(({ text }) => text)
const user = (text: string): Turn => ({ role: "user", text })

const read = (turns: ReadonlyArray<Turn>) => runSync(readQuestion(lexicon, turns))

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
    assert.deepEqual(texts("## Fees\n\ntext\n```\n# no heading\n```"), ["text"])
  })
  it("know the question or label before them", () => {
    const text =
      "## Boats\n\nQ: Are they blue?\nA: All are. The K-4 is red.\n\nThey float.\n\n" +
      "- Slipway repair. It is due.\n- Who pays?\n\n## Sails\n\nA: They are white."
    assert.deepEqual(
      readPassagesSync(1, text).map((passage) => [passage.heading, passage.text]),
      [
        ["Boats", "Are they blue?"],
        ["Boats: Are they blue?", "All are."],
        ["Boats: Are they blue?", "The K-4 is red."],
        ["Boats", "They float."],
        ["Boats", "Slipway repair."],
        ["Boats: Slipway repair.", "It is due."],
        ["Boats", "Who pays?"],
        ["Sails", "A: They are white."]
      ]
    )
  })
  it("know what announces their list, which is no answer", () => {
    const text = "Tasks, loose\n\n- [ ] Oil the oars.\n- Ask Peer\n\nOpen 9 to 17\n\n- no task"
    assert.deepEqual(
      readPassagesSync(1, text).map((passage) => [passage.heading, passage.text, passage.isLead]),
      [
        ["", "Tasks, loose", true],
        ["Tasks, loose", "Oil the oars.", false],
        ["Tasks, loose", "Ask Peer", false],
        ["", "Open 9 to 17", false],
        ["", "no task", false]
      ]
    )
  })
  it("hold no links, but what only begins as one", () => {
    const far = "x".repeat(2_001)
    assert.deepEqual(
      texts(`See [the quay](q.md) and ![a boat](boat.png)the sea. It is at [a](${far}) and [b](c`),
      ["See the quay and the sea."]
    )
    assert.deepEqual(texts("It is moored at [a](b and then [the old quay](d_(e).md) or later at [e"), [
      "It is moored at [a](b and then the old quay or later at [e"
    ])
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
})

describe("a question", () => {
  const tide = user("When is high water at Brest?")

  it.each([
    ["And how large is its range?", true],
    ["And on Sunday?", true],
    ["What does the red one cost?", true],
    ["Is there a ferry?", false],
    ["And what does a ticket cost?", false],
    ["When does one of the ferries leave?", false]
  ])("%s refers back: %s", (text, expected) => {
    assert.strictEqual(
      read([tide, { role: "assistant", text: "At 06:12." }, user(text)]).whole.refersBack,
      expected
    )
  })

  it("that refers back takes the words of the question before, one that stands alone takes none", () => {
    const { query, text } = read([
      tide,
      { role: "assistant", text: "At 06:12." },
      user("And how large is its range?")
    ])
    assert.strictEqual(text, "And how large is its range?")
    assert.match(query, /Brest/)
    const alone = "Which bakery sells fresh bread today?"
    assert.strictEqual(read([tide, user(alone)]).query, alone)
    assert.strictEqual(read([]).query, "")
  })

  it("is told apart from the text that comes with it", () => {
    const { conversationTexts, text } = read([
      user("The boat is blue.\nThe crew is small.\nWhat colour is the boat?")
    ])
    assert.strictEqual(text, "What colour is the boat?")
    assert.deepEqual(conversationTexts, ["The boat is blue.\nThe crew is small."])
  })

  it.each<[boolean, ...Array<string>]>([
    [true, "When is high water at Brest?"],
    [true, "Hello, when does the ferry to Ouessant leave the harbour?"],
    [false, "Summarize this text: The ferry was late. The engine broke. Nobody was hurt."],
    [false, "My name is Ada. I like boats.", "What is my name?"]
  ])("needs a search: %s for %s", (expected, ...messages) => {
    assert.strictEqual(needsSearch(read(messages.map(user))), expected)
  })
})

it("citations point at their mark, in UTF-16 units", () => {
  const text = "😀 High water [1]. Low [2] [9]."
  const marks = findCitations(text, 2).map(({ end, start }) => text.slice(start, end))
  assert.deepEqual(marks, ["[1]", "[2]"])
})
