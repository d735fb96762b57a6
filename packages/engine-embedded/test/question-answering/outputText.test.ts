// Token counts, truncation and deltas.
import { assert, describe, it } from "vitest"
import * as fc from "fast-check"
import {
  countAllTokens,
  countTokens,
  splitDeltas,
  truncateText
} from "../../src/question-answering/outputText.ts"
import { makeTimeSlicer } from "../../src/scheduling/timeSlicer.ts"
import { test } from "../support/engines.ts"

describe("tokens", () => {
  it("words, times and signs count one each", () => {
    assert.strictEqual(countTokens("High water is at 06:12 [1]."), 9)
    assert.strictEqual(countTokens(""), 0)
    assert.strictEqual(countTokens("antidisestablishmentarianism"), 3)
    assert.strictEqual(countTokens("潮は六時に"), 3)
  })

  test("a long text counted in slices has the same count", function* () {
    const text = "High water is at 06:12. ".repeat(5_000)
    assert.strictEqual(yield* countAllTokens([text, ""], makeTimeSlicer()), countTokens(text))
  })
})

describe("a cut", () => {
  const text = "High water is at 06:12 [1]."

  it("after the last token allowed has the reason length", () => {
    assert.deepEqual(truncateText(text, { maxTokens: 2, stop: [] }), { text: "High water", reason: "length" })
    assert.deepEqual(truncateText(text, { maxTokens: 8, stop: [] }), {
      text: "High water is at 06:12 [1]",
      reason: "length"
    })
  })
  it("that takes nothing away has the reason stop", () => {
    assert.deepEqual(truncateText(text, { maxTokens: 9, stop: [] }), { text, reason: "stop" })
    assert.deepEqual(truncateText(text, { maxTokens: undefined, stop: ["", "low"] }), {
      text,
      reason: "stop"
    })
  })
  it("at the first stop string leaves it out", () => {
    assert.deepEqual(truncateText(text, { maxTokens: 9, stop: ["06", " is"] }), {
      text: "High water",
      reason: "stop"
    })
  })
  it("by tokens stands where the stop string lies behind it", () => {
    assert.deepEqual(truncateText(text, { maxTokens: 2, stop: ["06"] }), {
      text: "High water",
      reason: "length"
    })
  })
  it("never holds more tokens than allowed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 20 }), (any, maxTokens) => {
        const cut = truncateText(any, { maxTokens, stop: [] })
        assert.isAtMost(countTokens(cut.text), maxTokens)
        assert.isTrue(any.startsWith(cut.text))
      })
    )
  })
})

describe("deltas", () => {
  it("are words with the blanks before them", () => {
    assert.deepEqual(splitDeltas("High  water\nis [1]. "), ["High", "  water", "\nis", " [1].", " "])
  })
  it("joined are the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (any) => {
        assert.strictEqual(splitDeltas(any).join(""), any)
      })
    )
  })
})
