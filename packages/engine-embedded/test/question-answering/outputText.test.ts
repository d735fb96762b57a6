// Token counts, truncation and deltas of answers.
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { countTokens, splitDeltas, truncateText } from "../../src/question-answering/outputText.ts"
import { runSync } from "../../src/scheduling/timeSlicer.ts"

const any = fc.string({ unit: "binary", maxLength: 200 })
const tokensOf = (...texts: ReadonlyArray<string>) => runSync(countTokens(texts))

it("tokens of texts are counted together, as decisions and embeddings count them, with pauses", () => {
  assert.deepEqual(
    [tokensOf(), tokensOf("tide"), tokensOf("a", "b", "潮は"), tokensOf("tides")],
    [0, 1, 2, 2]
  )
  assert.isAbove([...countTokens(Array(100).fill("a".repeat(65_537)))].length, 100)
})

describe("a cut", () => {
  const whole = "High water is at 06:12 [1]."

  it.each([
    ["between the last words allowed", 3, "High water", "length"],
    ["after a word that just fits", 1, "High", "length"],
    ["within a word that is too long", 1, "high", "length", "highwater is at"],
    ["one token before the end", 6, "High water is at 06:12", "length"],
    ["that takes nothing away", 7, whole, "stop"],
    ["without a limit", undefined, whole, "stop"]
  ])("%s", (_title, maxTokens, text, reason, given = whole) => {
    assert.deepEqual(truncateText(given, maxTokens), { text, reason })
  })

  it("of a long text is at its place, between characters", () => {
    const text = `a${"😀".repeat(50_000)}`
    assert.strictEqual(truncateText(text, 1_000).text, text.slice(0, 1_999))
  })

  it("never holds more tokens than allowed", () => {
    fc.assert(
      fc.property(any, fc.integer({ min: 1, max: 20 }), (text, maxTokens) => {
        const cut = truncateText(text, maxTokens)
        assert.isAtMost(tokensOf(cut.text), maxTokens)
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
