// Passages of pages, questions of conversations.
import { assert, it } from "vitest"
import * as fc from "fast-check"
import type { Turn } from "../../src/question-answering/conversation.ts"
import { readQuestion } from "../../src/question-answering/question.ts"
import { needsSearch } from "../../src/question-answering/research.ts"
import { runSync } from "../../src/scheduling/timeSlicer.ts"
import { readPassagesSync } from "../../src/text/passages.ts"
import { lexicon } from "../support/engines.ts"

it.each([
  // Sentences of paragraphs, lists, rows of tables; no code; foreign citation marks made plain.
  [
    "# Fees\n\nIt costs just 3 EUR. Dr. Who\npays *nothing*.\n\n- One item\n\n| A | B |\n|---|---|\n| x | y |",
    ["Fees | It costs just 3 EUR.", "Fees | Dr. Who pays nothing.", "Fees | One item", "Fees | A: x; B: y"]
  ],
  [
    "See [the page](x) ![a](b) now [3].\n\n```\nconst a = 1\n```\n\n~~~\nfence\n~~~",
    [" | See the page now (3)."]
  ],
  ["|  |  |\n|---|---|\n| Pencil | €1 |\n| Globe | €35 |", [" | Pencil; €1", " | Globe; €35"]],
  // The question or label before them, and tasks without their box.
  [
    "## Boats\n\nAre they blue?\nAll are. The K-4 is red.\n\n- Slipway repair. It is due.\n- [x] Oil the oars.",
    [
      "Boats | Are they blue?",
      "Boats: Are they blue? | All are.",
      "Boats: Are they blue? | The K-4 is red.",
      "Boats | Slipway repair.",
      "Boats: Slipway repair. | It is due.",
      "Boats | Done: Oil the oars."
    ]
  ]
])("passages of %j, each after its heading, are %j", (markdown, expected) => {
  const found = readPassagesSync(1, markdown).map(({ heading, text }) => `${heading} | ${text}`)
  assert.deepEqual(found, expected)
})

it("passages of any text are bounded and hold no mark of ours", () => {
  const parts = fc.constantFrom("[1]", "# ", "\n", "a. B", "```", "| ", "word ", "![", "](", "**")
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 60 }), (some) => {
      for (const { text } of readPassagesSync(1, some.join(""))) {
        assert.isAtMost(text.length, 500)
        assert.notMatch(text, /\[\d+\]/)
      }
    })
  )
})

const user = (text: string): Turn => ({ role: "user", text })

const read = (...turns: ReadonlyArray<Turn>) => runSync(readQuestion(lexicon, turns))

it.each([
  ["And on Sunday?", true],
  ["What does the red one cost?", true],
  ["Is there a ferry?", false],
  ["And what does a ticket cost?", false],
  ["And when is the museum open?", false],
  ["So when does it open?", true]
])("the question %s refers back, and has the words of the question before: %s", (text, expected) => {
  const tide = user("When is high water at Brest?")
  const { query, whole } = read(tide, { role: "assistant", text: "At 06:12." }, user(text))
  assert.deepEqual([whole.refersBack, query.includes("Brest")], [expected, expected])
})

it("a question has all its parts, and some refer to the one before", () => {
  const { parts } = read(user("What is a ticket? When is it? And when is high water? When does it rain?"))
  const referring = parts.map(({ refersBack }) => refersBack)
  assert.deepEqual(referring, [false, true, false, true])
})

it.each<[boolean, ...Array<string>]>([
  [true, "Hello, when does the ferry to Ouessant leave the harbour?"],
  [false, "Summarize this text: The ferry was late. The engine broke. Nobody was hurt."],
  [false, "My name is Ada. I like boats.", "What is my name?"]
])("whether questions need a search: %s for %s", (expected, ...messages) => {
  assert.strictEqual(needsSearch(read(...messages.map(user))), expected)
})
