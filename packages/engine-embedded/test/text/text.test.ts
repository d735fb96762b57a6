// Words of texts: tokens, sentences, stems, negation, languages and flattened JSON.
import { assert, describe, it } from "vitest"
import { runSync } from "../../src/scheduling/timeSlicer.ts"
import { flattenJson, textParts } from "../../src/text/flattenJson.ts"
import { detectLanguage } from "../../src/text/language.ts"
import { negationScopes } from "../../src/text/negation.ts"
import { stem } from "../../src/text/stem.ts"
import { tokenize, tokenizeSentences } from "../../src/text/tokenize.ts"

const negated = (text: string) => {
  const tokens = tokenize(text)
  const marks = negationScopes(tokens)
  return tokens.flatMap((token, at) => (marks[at] === 1 ? [token.text] : [])).join(" ")
}

describe("tokens", () => {
  it.each([
    ["It doesn't cost $1,200.50, Ann’s said.", "it does not cost $ 1,200.50 , ann said ."],
    ["multi‑factor snake_case", "multi factor snake case"]
  ])("are words, numbers and signs in lower case: %s", (text, tokens) => {
    assert.deepStrictEqual(
      tokenize(text).map((token) => token.text),
      tokens.split(" ")
    )
  })

  it("are sentences of 120 at most, which end at full stops and line ends, not within numbers", () => {
    assert.strictEqual(tokenizeSentences("It costs 3.50 now. Really?\nYes! no").length, 4)
    assert.isTrue(tokenizeSentences("word ".repeat(1_000)).every((tokens) => tokens.length <= 120))
  })

  it.each([
    ["we did not pay, the bank did", "pay"],
    ["without a receipt but with a note", "a receipt"],
    ["not yet paid, and yet delivered", "yet paid"],
    ["not only fast", ""]
  ])("are negated to the end of the clause: %s", (text, tokens) => assert.strictEqual(negated(text), tokens))
})

it("flattened JSON keeps keys and values, and reads text parts as text", () => {
  assert.strictEqual(
    runSync(flattenJson({ plan: "pro", seats: 5, tags: ["a", null], ok: true })),
    "plan: pro\nseats: 5\ntags: a\nok: yes"
  )
  assert.strictEqual(runSync(flattenJson(null)), "")
  const parts = textParts(["x", { type: "text", text: "y" }, { type: "image_url" }, { z: 1 }])
  assert.deepStrictEqual(
    Array.from(parts, (part) => runSync(flattenJson(part))),
    ["x", "y", "z: 1"]
  )
})

it.each([
  ["de", "Wo bekomme ich Hilfe?"],
  ["en", "Opening hours and prices"],
  ["es", "Horarios de apertura y precios"],
  ["fr", "Où puis-je obtenir de l'aide ?"],
  ["it", "Orari di apertura e prezzi"],
  ["ja", "営業時間と料金"],
  ["nl", "Openingstijden en prijzen"],
  ["pl", "Godziny otwarcia i ceny"],
  ["ru", "Сервер готов."],
  ["zh", "营业时间和价格"],
  [undefined, "42"],
  [undefined, "🙂"]
])("the language of a short sentence or heading is %s", (language, text) => {
  assert.strictEqual(detectLanguage(text), language)
})

describe("the stem of a word", () => {
  it.each([
    ["en", "refund refunds refunded refunding", 1],
    ["en", "cancel cancelled cancellation", 1],
    ["en", "reply replies replied", 1],
    ["de", "rechnung rechnungen", 1],
    ["fr", "remboursement remboursements", 1],
    ["ru", "заказ заказа заказы", 1],
    // Different words.
    ["en", "reply rep", 2],
    ["en", "author authorization authority", 3],
    ["en", "universe university", 2]
  ])("in %s: %s have %d", (language, words, count) => {
    assert.strictEqual(new Set(words.split(" ").map((word) => stem(word, language))).size, count)
  })

  it("is the word itself where the language has no algorithm, and where the word is too long", () => {
    assert.strictEqual(stem("words", "ja"), "words")
    assert.strictEqual(stem("refunds".repeat(10)), "refunds".repeat(10))
  })
})
