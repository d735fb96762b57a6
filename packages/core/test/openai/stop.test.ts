import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { stopAt } from "../../src/openai/stop.ts"

/** What is left of a text that comes in pieces. */
const read = (pieces: ReadonlyArray<string>, sequences: ReadonlyArray<string>): string => {
  const { push, rest } = stopAt(sequences)
  return pieces.map((piece) => Effect.runSync(push(piece))).join("") + rest()
}

const letters = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 4 })

/** The text before the sequence that is whole first, of those the longest. */
const expected = (text: string, sequences: ReadonlyArray<string>): string => {
  for (let end = 1; end <= text.length; end++) {
    const lengths = sequences.filter((one) => text.slice(0, end).endsWith(one)).map(({ length }) => length)
    if (lengths.length > 0) return text.slice(0, end - Math.max(...lengths))
  }
  return text
}

it("a text ends before the sequence that is whole first, however it is cut into pieces", () => {
  fc.assert(
    fc.property(
      fc.array(letters, { maxLength: 12 }),
      fc.array(letters, { maxLength: 3 }),
      (pieces, sequences) => read(pieces, sequences) === expected(pieces.join(""), sequences)
    ),
    { numRuns: 1_000 }
  )
})

it("a character of two units is never cut, whatever is held back", () => {
  const characters = fc.string({ unit: fc.constantFrom("a", "😀"), maxLength: 4 })
  fc.assert(
    fc.property(
      fc.array(characters),
      fc.array(letters, { minLength: 1, maxLength: 3 }),
      (pieces, sequences) => {
        const { push, rest } = stopAt(sequences)
        const given = [...pieces.map((piece) => Effect.runSync(push(piece))), rest()]
        return given.every((piece) => piece.isWellFormed())
      }
    )
  )
})

it.each([32_767, 32_768, 32_769, 200_000])("a sequence at character %i of one piece is found", (at) => {
  const before = "a".repeat(at)
  expect(read([`${before}b|c`, "d"], ["b|", "|c"])).toBe(before)
})
