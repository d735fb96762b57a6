// Token counts, truncation and deltas of answers.
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import {
  countAllTokens,
  countTokens,
  splitDeltas,
  truncateText
} from "../../src/question-answering/outputText.ts"
import { runSync } from "../../src/scheduling/timeSlicer.ts"

const any = fc.string({ unit: "binary", maxLength: 200 })

describe("tokens", () => {
  it.each([
    ["High water is at 06:12 [1].", 9],
    ["", 0],
    ["antidisestablishmentarianism", 3],
    ["潮は六時に", 3]
  ])("words, times and signs count one each: %j is %d", (text, count) =>
    assert.strictEqual(countTokens(text), count)
  )

  it("a long text counted in slices has the same count", () => {
    const text = "High water is at 06:12. ".repeat(5_000)
    assert.strictEqual(runSync(countAllTokens([text, ""])), countTokens(text))
  })
})

describe("a cut", () => {
  const whole = "High water is at 06:12 [1]."

  it.each([
    ["after the last token allowed", 2, "High water", "length"],
    ["one token before the end", 8, "High water is at 06:12 [1]", "length"],
    ["that takes nothing away", 9, whole, "stop"],
    ["without a limit", undefined, whole, "stop"]
  ])("%s", (_title, maxTokens, text, reason) => {
    assert.deepEqual(runSync(truncateText(whole, maxTokens)), { text, reason })
  })

  it.each([16_383, 16_384, 16_385, 50_000])("of a long text is found behind character %d", (at) => {
    const text = `${" a".repeat(at / 2)}${"😀".repeat(20_000)}`
    const cut = runSync(truncateText(text, Math.floor(at / 2) + 9_000))
    assert.strictEqual(cut.text, text.slice(0, text.indexOf("😀") + 18_000))
    assert.strictEqual(cut.reason, "length")
  })

  it("of a long text pauses", () => {
    const steps = truncateText("a ".repeat(100_000), 200_000)
    assert.isAbove([...steps].length, 10)
  })

  it("never holds more tokens than allowed", () => {
    fc.assert(
      fc.property(any, fc.integer({ min: 1, max: 20 }), (text, maxTokens) => {
        const cut = runSync(truncateText(text, maxTokens))
        assert.isAtMost(countTokens(cut.text), maxTokens)
        assert.isTrue(text.startsWith(cut.text))
      })
    )
  })
})

it("deltas are words with the blanks before them, and joined are the text", () => {
  assert.deepEqual(splitDeltas("High  water\nis [1]. "), ["High", "  water", "\nis", " [1].", " "])
  fc.assert(fc.property(any, (text) => assert.strictEqual(splitDeltas(text).join(""), text)))
})

it("deltas of a long text are longer, not more than 512", () => {
  const text = "a\u{1f600}".repeat(500_000)
  const deltas = splitDeltas(text)
  assert.isAtMost(deltas.length, 512)
  assert.isTrue(deltas.every((delta) => delta.isWellFormed()))
  assert.strictEqual(deltas.join(""), text)
})
