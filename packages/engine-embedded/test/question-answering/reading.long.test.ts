// Passages of hostile texts are read to their end: in time that grew with the square, each would take minutes.
import { assert, it } from "vitest"
import { readPassagesSync } from "../../src/question-answering/passages.ts"

it.each([
  "[".repeat(500_000),
  "[](".repeat(500_000),
  `# a${" ".repeat(1_000_000)}b`,
  "A. B. ".repeat(200_000),
  "![".repeat(500_000),
  "*a".repeat(500_000),
  "<a".repeat(500_000),
  " ".repeat(1_000_000),
  "\n".repeat(1_000_000),
  ".'".repeat(500_000)
])("hostile text %#", (text) => {
  assert.isTrue(readPassagesSync(1, text).every(({ text: { length } }) => length <= 500))
})
