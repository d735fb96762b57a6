// Answers over the documentation of this project: what they cite stands on its page, what no page answers is declined.
import { assert } from "vitest"
import { checkQuotes, isDeclined, test } from "./citations.ts"

test("an answer quotes its pages word for word, without code, and asks further by their headings", function* () {
  let count = 0
  for (const question of [
    "How do I rotate an API key?",
    "How do I start the server?",
    "Where are API keys stored?",
    "What is the default port?"
  ])
    count += yield* checkQuotes(question)
  assert.isAbove(count, 0)
})

test("what no page answers is declined plainly", function* () {
  assert.isTrue(yield* isDeclined("Who painted the ceiling of the Sistine chapel?"))
})
