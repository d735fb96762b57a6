import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import { incrementalParse } from "../../../src/protocol/json/incrementalParse.ts"
import { chunksOfText } from "../../../src/protocol/json/TextReader.ts"
import { maxNameLength, maxNumberLength } from "../../../src/protocol/limits.ts"
import { runToEnd } from "../../../src/scheduling/resumable.ts"
import { runs } from "../../fixtures/runs.ts"

const parsed = (...texts: ReadonlyArray<string>) => runToEnd(incrementalParse(chunksOfText(...texts)))

const jsonErrorAt = (text: string): number | undefined => {
  const found = parsed(text)
  return "errorAt" in found ? found.errorAt : undefined
}

/** The value as JSON, or the offset of the error. */
const outcome = (...texts: ReadonlyArray<string>) => {
  const found = parsed(...texts)
  return "value" in found ? JSON.stringify(found.value) : found.errorAt
}

/** The same by the engine's parser. */
const reference = (text: string): string | undefined => {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return undefined
  }
}

const piece = fc.constantFrom(...Array.from('[]{},:"\\u01-.e \n'), "true", "null", '"a"', "é")

/** Names of the prototype, names given twice, numbers as names, numbers and escapes of every form, and blanks. */
const values = [
  `{"__proto__":{"a":1},"constructor":null,"toString":"x"}`,
  `{"a":1,"b":2,"a":3}`,
  `{"2":"b","1":"a","x":0}`,
  `[-0,0,1e999,-1e-999,1E+2,12345678901234567890,0.1]`,
  `"\\u00e9\\ud83d\\ude00\\n\\/\\"\\\\ \\ud800"`,
  ` { "a" : [ true , false , null , { } , [ ] ] } `,
  "\t[1,\r\n2]\r\n"
]

/** Numbers, words, escapes and marks that are JSON, or nearly. */
const nearly = String.raw`
  -01 -1.0. -2. .2e-3 0.1.2 0.3e+ 0.e1 0E 0e+ 1eE2 2.e+3 1e-2 0e1 -0.1 0x42 0e+-1 1+2 -foo -NaN 012 -.123 1.2a-3
  2@ ++1 truth fals nul True "\u00A" "\ug123" "\u" "\uD834\uDd" "\u005C" "\\u0000" "\a" "\x00" "\UA66D"
  "\b\f\r\t" "" ""x {"x"::1} {1:1} {null:0} ["a"], ] [, {, {"a":1,,"b":2} {"a":/**/1}
`
  .trim()
  .split(/\s+/)
  .concat(["\f", "\v", "\u2060", "\0", "\ufeff", '"\t"'].map((part) => `[${part}]`))

/** JSON with one character added, removed or changed. */
const nearlyJson = fc
  .tuple(fc.json(), fc.nat(), fc.nat(1), fc.oneof(piece, fc.constant("")))
  .map(([json, place, taken, more]) => {
    const at = place % (json.length + 1)
    return json.slice(0, at) + more + json.slice(at + taken)
  })

const joined = (part: fc.Arbitrary<string>) =>
  fc.array(part, { maxLength: 12 }).map((parts) => parts.join(""))

it("finds no error if and only if the engine's parser finds none, and nothing wrong before the error", () => {
  fc.assert(
    fc.property(fc.oneof(joined(piece), fc.json(), nearlyJson), (text) => {
      const wanted = reference(text)
      const offset = jsonErrorAt(text)
      assert.strictEqual(offset === undefined, wanted !== undefined)
      if (offset === undefined) return assert.strictEqual(outcome(text), wanted)
      const bytes = Buffer.from(text)
      // Cut at the error, the text is JSON or ends too early.
      assert.oneOf(jsonErrorAt(bytes.subarray(0, offset).toString()), [undefined, offset])
      assert.isAtMost(offset, bytes.length)
    }),
    { numRuns: runs(400, 20_000), examples: [...values, ...nearly].map((text) => [text]) }
  )
})

it("gives the same value, or the same offset, wherever a text is cut into parts", () => {
  const more = fc.constantFrom('"\\ud83d\\ude00"', '"\u{1f600}"', '"a\\n"', "-1.5e+3")
  // Longer than what is seen at once.
  const long = fc
    .tuple(fc.constantFrom("1", "a", "\\n", " ", "\u{1f600}"), fc.constantFrom("", '"'), fc.json())
    .map(([sign, quote, json]) => `[${quote}${sign.repeat(20_000)}${quote},${json}]`)
  const texts = fc.oneof(joined(fc.oneof(piece, more)), fc.json(), long)
  fc.assert(
    fc.property(texts, fc.array(fc.nat(), { maxLength: 8 }), (text, places) => {
      const edges = places.map((place) => place % (text.length + 1)).toSorted((one, other) => one - other)
      const parts = [0, ...edges].map((from, at) => text.slice(from, edges[at]))
      assert.isTrue(outcome(...parts) === (reference(text) ?? jsonErrorAt(text)))
    }),
    { numRuns: runs(100, 5_000) }
  )
})

it.each([
  ["a number", maxNumberLength, (length: number) => `[0.${"1".repeat(length - 2)}]`],
  ["a name", maxNameLength, (length: number) => `{"${"k".repeat(length)}":0}`]
])("%s has as many characters as one in a body that is parsed at once", (_, most, textOf) => {
  assert.isUndefined(jsonErrorAt(textOf(most)))
  assert.isDefined(jsonErrorAt(textOf(most + 1)))
})
