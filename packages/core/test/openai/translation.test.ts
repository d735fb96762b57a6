// What requests and answers of OpenAI's path need beside their translation.
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { assert, it } from "vitest"
import { citedByChat } from "../../src/openai/annotations.ts"
import { stopAt } from "../../src/openai/stop.ts"

it("a text cites the pages that it has the numbers of, where they stand, at most 1,000 times", () => {
  const pages = { citations: ["https://a.test/", "https://b.test/"], search_results: [{ title: "A" }] }
  assert.deepEqual<unknown>(citedByChat("\u{1f30a} [2] and [0], [1] [3] [x]", pages), {
    annotations: [
      { start_index: 3, end_index: 6, title: "", url: "https://b.test/" },
      { start_index: 16, end_index: 19, title: "A", url: "https://a.test/" }
    ].map((url_citation) => ({ type: "url_citation", url_citation }))
  })
  assert.deepEqual(citedByChat("[1]", {}), {})
  assert.lengthOf(citedByChat("[1]".repeat(1_001), pages).annotations ?? [], 1_000)
})

/** What is given of a text that comes in pieces. */
const read = (pieces: ReadonlyArray<string>, sequences: ReadonlyArray<string>): ReadonlyArray<string> => {
  const { push, rest } = stopAt(sequences)
  return [...pieces.map((piece) => Effect.runSync(push(piece))), rest()]
}

/** The text before the sequence that is whole first, of those the longest. */
const expected = (text: string, sequences: ReadonlyArray<string>): string => {
  for (let end = 1; end <= text.length; end++) {
    const lengths = sequences.filter((one) => text.slice(0, end).endsWith(one)).map(({ length }) => length)
    if (lengths.length > 0) return text.slice(0, end - Math.max(...lengths))
  }
  return text
}

it("a text ends before the sequence that is whole first, however it is cut, and no character is", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "😀"), minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(
      fc.array(letters, { maxLength: 12 }),
      fc.array(letters, { maxLength: 3 }),
      (pieces, sequences) => {
        const given = read(pieces, sequences)
        assert.strictEqual(given.join(""), expected(pieces.join(""), sequences))
        for (const piece of given) assert.isTrue(piece.isWellFormed())
      }
    ),
    { numRuns: 1_000 }
  )
})

it.each([32_767, 32_768, 32_769])("a sequence at character %i of one piece is found", (at) => {
  const before = "a".repeat(at)
  assert.strictEqual(read([`${before}b|c`, "d"], ["b|", "|c"]).join(""), before)
})
