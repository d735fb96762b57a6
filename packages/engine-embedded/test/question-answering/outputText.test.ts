// Token counts, truncation and deltas of answers.
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { countTokens, splitDeltas, truncateText } from "../../src/question-answering/outputText.ts"
import { runSync } from "../../src/scheduling/timeSlicer.ts"

const any = fc.string({ unit: "binary", maxLength: 200 })
const tokensOf = (...texts: ReadonlyArray<string>) => runSync(countTokens(texts))

it("tokens of texts are counted together", () => {
  assert.deepEqual([tokensOf(), tokensOf("tide"), tokensOf("a", "b", "潮は")], [0, 1, 2])
})

describe("a cut", () => {
  const whole = "High water is at 06:12 [1]."

  it.each([
    ["between the last words allowed", 3, "High water", "length"],
    ["within a word that is too long", 1, "high", "length", "highwater is at"],
    ["one token before the end", 6, "High water is at 06:12", "length"],
    ["that takes nothing away", 7, whole, "stop"],
    ["without a limit", undefined, whole, "stop"]
  ])("%s", (_title, maxTokens, text, reason, given = whole) => {
    assert.deepEqual(truncateText(given, maxTokens), { text, reason })
  })

  it("never holds more tokens than allowed, nor half a character", () => {
    fc.assert(
      fc.property(any, fc.integer({ min: 1, max: 20 }), (text, maxTokens) => {
        const cut = truncateText(text, maxTokens)
        assert.isAtMost(tokensOf(cut.text), maxTokens)
        assert.isTrue(text.startsWith(cut.text) && (cut.text.isWellFormed() || !text.isWellFormed()))
      })
    )
  })
})

it("deltas are words with the blanks before them, and joined are the text; of a long text they are at most 512", () => {
  assert.deepEqual(splitDeltas("High  water\nis [1]. "), ["High", "  water", "\nis", " [1].", " "])
  fc.assert(fc.property(any, (text) => assert.strictEqual(splitDeltas(text).join(""), text)))
  const text = "a\u{1f600}".repeat(500_000)
  const deltas = splitDeltas(text)
  assert.isAtMost(deltas.length, 512)
  assert.isTrue(deltas.every((delta) => delta.isWellFormed()))
  assert.strictEqual(deltas.join(""), text)
})
