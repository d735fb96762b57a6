import { assert, describe, it } from "@effect/vitest"
import { incrementalParse } from "../../../src/protocol/json/incrementalParse.ts"
import { chunksOfText } from "../../../src/protocol/json/TextReader.ts"
import { maxNameLength, maxNumberLength } from "../../../src/protocol/limits.ts"
import { runToEnd } from "../../../src/scheduling/resumable.ts"
import { jsonErrorAt, parserProperties, valueOf } from "./properties.ts"

parserProperties(100)

/** Texts by the offset of their error in bytes. */
const offsets: { readonly [offset: number]: ReadonlyArray<string> } = {
  0: ["", "\ufeff{}", "NaN", ".5", "+1", "// a", "'a'"],
  1: ["[,1]", "[}", "{a:1}", "01", "-", "-a", "[\u00a01]"],
  2: ["[1}", "trve", "1.", "1.e5", '"a', '"a\nb"', '"\\x"', '"\\'],
  3: ["   ", "{} {}", "[1,]", "[1 2]", "tru", "1e+", "[1]\v"],
  4: ["nullx"],
  5: ['{"a" 1}', '{"a":}', '"\\u12G4"', '"\\u12'],
  6: ['{"a":1'],
  7: ['{"a":1,}'],
  11: ['["é€\u{1f600}'],
  13: ['["é€\u{1f600}" x'],
  100_000: ["[".repeat(100_000)]
}

it.each(Object.entries(offsets))("the error is at byte %s", (offset, texts) => {
  for (const text of texts) assert.strictEqual(jsonErrorAt(text), Number(offset), text.slice(0, 20))
})

const numberOf = (length: number): string => `[0.${"1".repeat(length - 2)}]`

it("a number has as many characters as a body that is parsed at once", () => {
  assert.isUndefined(jsonErrorAt(numberOf(maxNumberLength)))
  assert.isDefined(jsonErrorAt(numberOf(maxNumberLength + 1)))
})

it("a name has as many characters as a body that is parsed at once", () => {
  assert.isUndefined(jsonErrorAt(`{"${"k".repeat(maxNameLength)}":0}`))
  assert.isDefined(jsonErrorAt(`{"${"k".repeat(maxNameLength + 1)}":0}`))
})

it("100,000 brackets that are closed have no error", () => {
  assert.isUndefined(jsonErrorAt("[".repeat(100_000) + "]".repeat(100_000)))
})

describe("the value", () => {
  it("of a long string is whole, wherever it is cut", () => {
    for (const sign of ["a", '\\"', "\\u20ac", "é", "\\ud83d\\ude00", "\u{1f600}"]) {
      const text = `["${sign.repeat(150_000)}","b"]`
      assert.isTrue(JSON.stringify(valueOf(text)) === JSON.stringify(JSON.parse(text)), sign)
    }
  })

  it("of very many members comes in slices", () => {
    const text = `{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":[${at}]`).join()}}`
    const work = incrementalParse(chunksOfText(text))
    let slices = 0
    let next = work.next()
    for (; next.done !== true; next = work.next()) slices++
    assert.isAbove(slices, 30)
    assert.strictEqual(JSON.stringify("value" in next.value && next.value.value), text)
  })

  it("comes with what is large in it, and its names", () => {
    const small = Array.from({ length: 512 }, () => 0)
    const names = Array.from({ length: 600 }, (_, at) => `n${at}`)
    const text = JSON.stringify({
      small,
      deep: { more: small },
      names: Object.fromEntries(names.map((n) => [n, 0]))
    })
    const parsed = runToEnd(incrementalParse(chunksOfText(text)))
    if (!("value" in parsed)) return assert.fail("no JSON")
    assert.strictEqual(parsed.length, text.length)
    assert.deepStrictEqual([...parsed.large.values()], [["more"], names, ["small", "deep", "names"]])
  })
})
