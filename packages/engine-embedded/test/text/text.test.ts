// Texts: words, sentences, stems, negation, flattened JSON, tokens and deltas.
import * as fc from "fast-check"
import { assert, it } from "vitest"
import { runSync } from "../../src/scheduling/timeSlicer.ts"
import { countTokens, splitDeltas, truncateText } from "../../src/text/estimateTokens.ts"
import { flattenJson, textParts } from "../../src/text/flattenJson.ts"
import { negationScopes } from "../../src/text/negation.ts"
import { stem } from "../../src/text/stem.ts"
import { tokenize, tokenizeSentences } from "../../src/text/tokenize.ts"

it.each([
  ["It doesn't cost $1,200.50, Ann’s said.", "it does not cost $ 1,200.50 , ann said ."],
  ["multi‑factor snake_case", "multi factor snake case"]
])("the tokens of %j are %j", (text, expected) => {
  const tokens = tokenize(text).map((token) => token.text)
  assert.strictEqual(tokens.join(" "), expected)
})

it("sentences have 120 tokens at most, and end at full stops and line ends, not within numbers", () => {
  assert.lengthOf(tokenizeSentences("It costs 3.50 now. Really?\nYes! no"), 4)
  assert.isTrue(tokenizeSentences("word ".repeat(1_000)).every((tokens) => tokens.length <= 120))
})

it.each([
  ["we did not pay, the bank did", "pay"],
  ["without a receipt but with a note", "a receipt"],
  ["not yet paid, and yet delivered", "yet paid"],
  ["not only fast", ""]
])("in %j is negated %j", (text, expected) => {
  const tokens = tokenize(text)
  const marks = negationScopes(tokens)
  assert.strictEqual(tokens.flatMap((token, at) => (marks[at] === 1 ? [token.text] : [])).join(" "), expected)
})

it("flattened JSON keeps keys and values, and reads text parts as text", () => {
  const flat = runSync(flattenJson({ plan: "pro", seats: 5, tags: ["a", null], ok: true }))
  assert.strictEqual(flat, "plan: pro\nseats: 5\ntags: a\nok: yes")
  const parts = textParts(["x", { type: "text", text: "y" }, { type: "image_url" }, { z: 1 }])
  const texts = Array.from(parts, (part) => runSync(flattenJson(part)))
  assert.deepStrictEqual(texts, ["x", "y", "z: 1"])
})

const whole = "High water is at 06:12 [1]."

it.each([
  ["between the last words allowed", 3, "High water", "length"],
  ["within a word that is too long", 1, "high", "length", "highwater is at"],
  ["one token before the end", 6, "High water is at 06:12", "length"],
  ["that takes nothing away", 7, whole, "stop"]
])("a text is cut %s", (_title, maxTokens, text, reason, given = whole) => {
  assert.deepEqual(truncateText(given, maxTokens), { text, reason })
})

const any = fc.string({ unit: "binary", maxLength: 200 })

it("a cut text never holds more tokens than allowed, nor half a character", () => {
  fc.assert(
    fc.property(any, fc.integer({ min: 1, max: 20 }), (text, maxTokens) => {
      const cut = truncateText(text, maxTokens)
      assert.isAtMost(runSync(countTokens([cut.text])), maxTokens)
      assert.isTrue(text.startsWith(cut.text) && (cut.text.isWellFormed() || !text.isWellFormed()))
    })
  )
})

it("deltas joined are the text, words with the blanks before them; of a long text they are at most 512", () => {
  assert.deepEqual(splitDeltas("High  water\nis [1]. "), ["High", "  water", "\nis", " [1].", " "])
  fc.assert(fc.property(any, (text) => assert.strictEqual(splitDeltas(text).join(""), text)))
  const long = splitDeltas("a\u{1f600} b ".repeat(5_000))
  assert.isAtMost(long.length, 512)
  assert.isTrue(long.every((delta) => delta.isWellFormed()))
})

it.each([
  ["en", "refund refunds refunded refunding", 1],
  ["de", "rechnung rechnungen", 1],
  // Different words.
  ["en", "reply rep", 2],
  ["en", "author authorization authority", 3],
  ["en", "universe university", 2],
  // A language without an algorithm.
  ["ja", "word words", 2]
])("in %s, %s have %d stems", (language, words, count) => {
  assert.strictEqual(new Set(words.split(" ").map((word) => stem(word, language))).size, count)
})
