// Words of texts: tokens, sentences, stems, negation and flattened JSON.
import { assert, it } from "vitest"
import { runSync } from "../../src/scheduling/timeSlicer.ts"
import { flattenJson, textParts } from "../../src/text/flattenJson.ts"
import { negationScopes } from "../../src/text/negation.ts"
import { stem } from "../../src/text/stem.ts"
import { tokenize, tokenizeSentences } from "../../src/text/tokenize.ts"

it.each([
  ["It doesn't cost $1,200.50, Ann’s said.", "it does not cost $ 1,200.50 , ann said ."],
  ["multi‑factor snake_case", "multi factor snake case"]
])("the tokens of %j are %j", (text, tokens) => {
  assert.strictEqual(
    tokenize(text)
      .map((token) => token.text)
      .join(" "),
    tokens
  )
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
  assert.deepStrictEqual(
    Array.from(parts, (part) => runSync(flattenJson(part))),
    ["x", "y", "z: 1"]
  )
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
