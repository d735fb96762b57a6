// Citations of a text: which are kept and found, in pieces of any length, and in texts that cost most.
import * as fc from "fast-check"
import { assert, it } from "vitest"
import { findCitations, makeCitationFilter } from "../../src/openai-compatible/answering/citations.ts"

const sources = 5

/** Filters a text that arrives in these pieces. */
const filtered = (pieces: Iterable<string>): string => {
  const { add, flush } = makeCitationFilter(() => sources)
  return Array.from(pieces, add).join("") + flush()
}

it.each([
  ["At 6 [1], at 18 [7].", "At 6 [1], at 18."],
  ["a [2, 7] [7,8]\t[6] b", "a [2] b"],
  ["[1 ,2][0005]", "[1][2][5]"],
  ["[0] [00001] [] [x] [1", "[0] [00001] [] [x] [1"],
  ["`a [7]` ``b` [7]`` [7]", "`a [7]` ``b` [7]``"],
  ["` [7]\n [7] ```\n [7]\n `", "` [7]\n ```\n [7]\n `"],
  // Lists of 64 characters at most.
  [`[${"1,".repeat(31)}10]`, "[1]".repeat(31)],
  [`[${"1,".repeat(32)}1]`, `[${"1,".repeat(32)}1]`]
])("the citations of %j that resolve are kept: %j", (text, expected) => {
  assert.strictEqual(filtered([text]), expected)
})

it("citations are found with their places, but not in code", () => {
  const text = "a [1] `[2]` [2][9] [0] ```\n[3]\n``` [05]"
  const found = findCitations(text, sources).map(({ end, number, start }) => [number, text.slice(start, end)])
  assert.deepStrictEqual(found, [
    [1, "[1]"],
    [2, "[2]"],
    [5, "[05]"]
  ])
})

it("a text in pieces of any length has the same citations", () => {
  const marks = "` `` ``` [ ] , 1 05 9 0 [1] [2,7] [7,8] word".split(" ")
  const part = fc.constantFrom(...marks, "\n", " ", " [9]", "[2, 7]")
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), fc.integer({ min: 1, max: 9 }), (parts, length) => {
      const text = parts.join("")
      assert.strictEqual(filtered(text.match(new RegExp(`[^]{1,${length}}`, "g")) ?? []), filtered([text]))
    }),
    { numRuns: 1_000 }
  )
})

// Each takes minutes where the time is that of the square of its length.
it.each([
  ["backticks", "`".repeat(1_000_000)],
  ["brackets", "[".repeat(1_000_000)],
  ["an endless list", `[${"1,".repeat(500_000)}`],
  ["blanks", " \t".repeat(500_000)]
])("a text of %s is read in one go and one by one", (_, text) => {
  assert.strictEqual(filtered([text, "x"]), `${text}x`)
  assert.strictEqual(filtered(text), text)
  assert.deepStrictEqual(findCitations(text, sources), [])
})
