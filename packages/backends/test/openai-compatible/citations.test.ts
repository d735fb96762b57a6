// Citations of a text: against a slow, simple model, in pieces of any length, and in texts that cost most.
import * as fc from "fast-check"
import { assert, it } from "vitest"
import { findCitations, makeCitationFilter } from "../../src/openai-compatible/answering/citations.ts"

const sources = 5

/** Filters a text that arrives in these pieces. */
const filtered = (pieces: Iterable<string>): string => {
  const { add, flush } = makeCitationFilter(() => sources)
  return Array.from(pieces, add).join("") + flush()
}

/** Splits a text into code, with its backticks, and what stands between. */
const splitCode = (text: string) => {
  const parts: Array<{ readonly text: string; readonly isCode: boolean }> = []
  let rest = text
  while (rest !== "") {
    const [outside = ""] = /^[^`]*/.exec(rest) ?? []
    const [ticks = ""] = /^`*/.exec(rest.slice(outside.length)) ?? []
    const code = rest.slice(outside.length + ticks.length)
    const closing = Array.from(code.matchAll(/`+/g)).find(([run]) => run === ticks)
    const line = ticks.length < 3 ? code.indexOf("\n") : -1
    const ends = [
      line < 0 ? code.length : line,
      closing === undefined ? code.length : closing.index + ticks.length
    ]
    // A run that is open at the end of its line belongs to no code.
    const length = ticks === "" ? 0 : Math.min(...ends)
    parts.push({ text: outside, isCode: false }, { text: ticks + code.slice(0, length), isCode: true })
    rest = code.slice(length)
  }
  return parts
}

const model = (text: string): string =>
  splitCode(text)
    .map((part) =>
      part.isCode
        ? part.text
        : part.text.replaceAll(
            /[ \t]?\[(\d{1,4}(?:[ \t]*,[ \t]*\d{1,4})*)\]/g,
            (mark: string, list: string) => {
              const numbers = list.split(",").map(Number)
              if (numbers.includes(0)) return mark
              const kept = numbers.filter((number) => number <= sources).map((number) => `[${number}]`)
              return kept.length === 0 ? "" : mark.replace(/\[.*\]/, kept.join(""))
            }
          )
    )
    .join("")

const marks = "` `` ``` [ ] , 1 05 9 0 [1] [2,7] [7,8] word".split(" ")

it("citations are kept where they resolve, and found with their places, as in the model, in pieces of any length", () => {
  const texts = fc
    .array(fc.constantFrom(...marks, "\n", " ", " [9]", "[2, 7]"), { maxLength: 40 })
    .map((parts) => parts.join(""))
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 9 }), (text, length) => {
      assert.strictEqual(filtered(text.match(new RegExp(`[^]{1,${length}}`, "g")) ?? []), model(text))
      assert.deepStrictEqual(
        findCitations(text, sources).map(({ end, start }) => text.slice(start, end)),
        splitCode(text).flatMap((part) => (part.isCode ? [] : (part.text.match(/\[0{0,3}[1-5]\]/g) ?? [])))
      )
    }),
    { numRuns: 2_000 }
  )
})

it.each([
  [`[${"1,".repeat(31)}10]`, "[1]".repeat(31)],
  [`[${"1,".repeat(32)}1]`, `[${"1,".repeat(32)}1]`]
])("citations are lists of 64 characters at most: %s", (text, expected) => {
  assert.strictEqual(filtered([text]), expected)
  assert.strictEqual(filtered(text), expected)
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
