// Texts of results, read in pieces: what they say, and what hostile ones cost.
import * as fc from "fast-check"
import { assert, it } from "vitest"
import { cut, plainText } from "../../src/web-search/plainText.ts"

/** The text, and the pauses that it took. */
const read = (text: string, characters: number) => {
  const work = plainText(text, characters)
  for (let pauses = 0; ; pauses++) {
    const { done, value } = work.next()
    if (done === true) return { value, pauses }
  }
}

it("a text in pieces is the text at once", () => {
  const filler = fc.integer({ min: 16_000, max: 16_400 }).map((length) => "x".repeat(length))
  const part = fc.oneof(
    fc.constantFrom("<b>", "</b>", "&amp;", "&#x41;", " ", "\n\t", "word", "<i class='a b'>", "a < b", "&"),
    filler
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), fc.integer({ min: 1, max: 50_000 }), (parts, length) => {
      const text = parts.join("")
      const whole = text
        .replaceAll(/<\/?[a-z][^<>]{0,200}>/gi, "")
        .replaceAll("&amp;", "&")
        .replaceAll("&#x41;", "A")
        .replaceAll(/\s+/g, " ")
        .trim()
      assert.strictEqual(read(text, length).value, cut(whole, length))
    })
  )
})

it("no more of a text is read than is kept", () => {
  assert.isAtMost(read("word ".repeat(1_000_000), 16_384).pauses, 2)
  assert.deepStrictEqual(read("<b>".repeat(50_000), 10), { value: "", pauses: 10 })
})
