import { assert, it } from "@effect/vitest"
import { incrementalParse } from "../../../src/protocol/json/incrementalParse.ts"
import { chunksOfText } from "../../../src/protocol/json/TextReader.ts"
import { maxNameLength, maxNumberLength } from "../../../src/protocol/limits.ts"
import { jsonErrorAt, parserProperties, valueOf } from "./properties.ts"

parserProperties(100)

/** Texts by the offset of their error in bytes. */
const offsets: { readonly [offset: number]: ReadonlyArray<string> } = {
  0: ["", "\ufeff{}", "NaN", ".5", "// a"],
  1: ["[,1]", "{a:1}", "01", "-", "[\u00a01]"],
  2: ["[1}", "trve", "1.", '"a', '"a\nb"', '"\\x"', '"\\'],
  3: ["   ", "{} {}", "[1,]", "tru", "1e+"],
  5: ['{"a" 1}', '{"a":}', '"\\u12G4"', '"\\u12'],
  7: ['{"a":1,}'],
  13: ['["é€\u{1f600}" x'],
  100_000: ["[".repeat(100_000)]
}

it.each(Object.entries(offsets))("the error is at byte %s", (offset, texts) => {
  for (const text of texts) assert.strictEqual(jsonErrorAt(text), Number(offset), text.slice(0, 20))
})

it.each([
  ["a number", maxNumberLength, (length: number) => `[0.${"1".repeat(length - 2)}]`],
  ["a name", maxNameLength, (length: number) => `{"${"k".repeat(length)}":0}`]
])("%s has as many characters as one in a body that is parsed at once", (_, most, textOf) => {
  assert.isUndefined(jsonErrorAt(textOf(most)))
  assert.isDefined(jsonErrorAt(textOf(most + 1)))
})

it("a long string is whole, wherever it is cut", () => {
  for (const sign of ["a", '\\"', "\\u20ac", "é", "\\ud83d\\ude00", "\u{1f600}"]) {
    const text = `["${sign.repeat(150_000)}","b"]`
    assert.isTrue(JSON.stringify(valueOf(text)) === JSON.stringify(JSON.parse(text)), sign)
  }
})

it("very many members come in slices, and with the names of what is large", () => {
  const names = Array.from({ length: 20_000 }, (_, at) => `k${at}`)
  const text = `{"deep":[{${names.map((name) => `"${name}":[0]`).join()}}]}`
  const work = incrementalParse(chunksOfText(text))
  let slices = 0
  let next = work.next()
  for (; next.done !== true; next = work.next()) slices++
  assert.isAbove(slices, 30)
  if (!("value" in next.value)) return assert.fail("no JSON")
  assert.strictEqual(JSON.stringify(next.value.value), text)
  assert.strictEqual(next.value.length, text.length)
  assert.strictEqual([...next.value.large.values()][0]?.join(), names.join())
})
