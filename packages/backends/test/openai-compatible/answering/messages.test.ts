// Texts of callers as search queries.
import { assert, describe, it } from "@effect/vitest"
import { asQuery, maxQueryLength } from "../../../src/openai-compatible/answering/messages.ts"

describe("a search query", () => {
  it("is the beginning of a text, in one line", () => {
    assert.strictEqual(asQuery(" \n who  is\tit? "), "who is it?")
    assert.strictEqual(asQuery("\u{1f30a}".repeat(1_000)), "\u{1f30a}".repeat(maxQueryLength))
    assert.strictEqual(asQuery(`${" ".repeat(100_000)}who`), "who")
  })

  it("of a long text takes no memory by its length", () => {
    const text = "x".repeat(8_000_000)
    const before = process.memoryUsage().heapUsed
    for (let round = 0; round < 3; round++) assert.strictEqual(asQuery(text).length, maxQueryLength)
    assert.isBelow(process.memoryUsage().heapUsed - before, 16_000_000)
  })
})
