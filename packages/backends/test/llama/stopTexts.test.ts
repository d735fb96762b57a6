// Texts that end an answer, in whatever pieces they come.
import * as fc from "fast-check"
import { assert, it } from "vitest"
import { makeStopFilter } from "../../src/llama/stopTexts.ts"

const filtered = (stops: ReadonlyArray<string>, pieces: ReadonlyArray<string>) => {
  const filter = makeStopFilter(stops)
  let text = ""
  for (const piece of pieces) {
    text += filter.add(piece)
    if (filter.isOver()) return text
  }
  return text + filter.rest()
}

it("an answer ends before the first of the texts that stop it, however it is cut into pieces", () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[ab\n]{0,4}$/)),
      fc.array(fc.stringMatching(/^[ab\n]{1,3}$/)),
      (pieces, stops) => {
        const text = pieces.join("")
        const ends = stops.map((stop) => text.indexOf(stop)).filter((at) => at !== -1)
        // The text that ends first may come after one that begins first.
        const found = filtered(stops, pieces)
        assert.isTrue(text.startsWith(found))
        if (ends.length === 0) assert.strictEqual(found, text)
        else assert.isTrue(stops.every((stop) => !found.includes(stop)))
      }
    )
  )
})

it("no text is given that may be the beginning of one that stops the answer", () => {
  const filter = makeStopFilter(["END"])
  assert.deepStrictEqual(
    [filter.add("so E"), filter.add("N"), filter.add("X"), filter.rest()],
    ["so", " ", "E", "NX"]
  )
})

it("the halves of a character are given together", () => {
  const filter = makeStopFilter(["--"])
  assert.deepStrictEqual([filter.add("🎈"), filter.rest()], ["", "🎈"])
})
