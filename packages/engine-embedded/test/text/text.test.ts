// Tokens, sentences, stems, negation and flattened JSON.
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { flattenJsonSync, textParts } from "../../src/text/flattenJson.ts"
import { negationScopes } from "../../src/text/negation.ts"
import { tokenize, tokenizeInRuns, tokenizeSentences } from "../../src/text/tokenize.ts"

const texts = (text: string) => tokenize(text).map((token) => token.text)

const negated = (text: string) => {
  const tokens = tokenize(text)
  const marks = negationScopes(tokens)
  return tokens.filter((_, at) => marks[at] === 1).map((token) => token.text)
}

describe("tokens", () => {
  it("are words, numbers and signs in lower case", () => {
    assert.deepStrictEqual(
      texts("It doesn't cost $1,200.50, Ann’s said."),
      "it does not cost $ 1,200.50 , ann said .".split(" ")
    )
    assert.deepStrictEqual(texts("multi‑factor snake_case"), ["multi", "factor", "snake", "case"])
  })

  it("of a long text are the same, read in runs", () => {
    const pieces = [
      "ΑΣ",
      "Σ_Α",
      ":",
      "word ",
      "don’t",
      "(",
      "'",
      "1,2",
      ".5",
      "‐",
      "\n",
      "é",
      "潮",
      "🙂",
      "cannot",
      " "
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), fc.nat(6_000), (own, length) => {
        const text = own.length === 0 ? "" : own.join("").repeat(Math.ceil(length / own.join("").length))
        assert.deepStrictEqual([...tokenizeInRuns(text)].flat(), tokenize(text))
      })
    )
  })
})

describe("sentences", () => {
  it("end at full stops and line ends, not within numbers", () => {
    assert.strictEqual(tokenizeSentences("It costs 3.50 now. Really?\nYes! no").length, 4)
  })

  it("are never longer than 120 tokens", () => {
    assert.isTrue(tokenizeSentences("word ".repeat(1_000)).every((tokens) => tokens.length <= 120))
  })
})

describe("negation", () => {
  it("reaches forward to the end of its clause", () => {
    assert.deepStrictEqual(negated("we did not pay, the bank did"), ["pay"])
    assert.deepStrictEqual(negated("without a receipt but with a note"), ["a", "receipt"])
    assert.deepStrictEqual(negated("not yet paid, and yet delivered"), ["yet", "paid"])
  })

  it("is not found in fixed phrases", () => {
    assert.deepStrictEqual(negated("not only fast"), [])
  })
})

describe("flattening", () => {
  it("keeps keys and values, and reads text parts as text", () => {
    assert.strictEqual(
      flattenJsonSync({ plan: "pro", seats: 5, tags: ["a", null], ok: true }),
      "plan: pro\nseats: 5\ntags: a\nok: yes"
    )
    assert.strictEqual(flattenJsonSync(null), "")
    assert.deepStrictEqual(
      Array.from(
        textParts(["x", { type: "text", text: "y" }, { type: "image_url" }, { z: 1 }]),
        flattenJsonSync
      ),
      ["x", "y", "z: 1"]
    )
  })
})
