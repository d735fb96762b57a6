// Properties of the scanner and the parser of JSON: tried a few times in quick tests, and often in long ones.
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { isUtf8 } from "node:buffer"
import { ByteScanner, type ScanLimits, type ScanProblem } from "../../../src/protocol/json/ByteScanner.ts"
import { incrementalParse } from "../../../src/protocol/json/incrementalParse.ts"
import { chunksOfText } from "../../../src/protocol/json/TextReader.ts"
import { runToEnd } from "../../../src/scheduling/resumable.ts"
import { anyCharacter } from "../../fixtures/anyCharacter.ts"

export const scanned = (chunks: Iterable<Uint8Array>, limits: ScanLimits): ScanProblem | undefined => {
  const scan = new ByteScanner(limits)
  for (const chunk of chunks) scan.push(chunk)
  return scan.end()
}

const depthOf = (value: unknown): number =>
  typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

const membersOf = (value: unknown): number => {
  if (typeof value !== "object" || value === null) return 0
  const parts = Object.values(value)
  const colons = Array.isArray(value) ? 0 : parts.length
  return parts.reduce<number>(
    (total, part) => total + membersOf(part),
    colons + Math.max(0, parts.length - 1)
  )
}

/** What lies between edges of a whole of this length, in order. */
const cutAt = (places: ReadonlyArray<number>, length: number) => {
  const edges = [0, ...places.map((place) => place % (length + 1)), length].toSorted((a, b) => a - b)
  return edges.slice(1).map((edge, at) => [edges[at] ?? 0, edge] as const)
}

const joined = (piece: fc.Arbitrary<string>) =>
  fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(""))

/** The first and last characters of two, three and four bytes, and one after a backslash inside a string. */
const firstsAndLasts = "c280 dfbf e0a080 ed9fbf ee8080 efbfbf f0908080 f48fbfbf 225cc3a922".split(" ")

/** In turn: no lead, overlong forms, a surrogate, above U+10FFFF, a lead of five bytes, cut characters, UTF-16. */
const malformed = "80 c1bf e09fbf f08fbfbf eda080 f4908080 f888808080 e28222 e282c3a9 22e282 fffe5b00".split(
  " "
)

export const scannerProperties = (numRuns: number) =>
  describe("the scanner", () => {
    it("agrees with a strict decoder on any bytes", () => {
      const near = fc.constantFrom(...Buffer.from("225c808f909fa0bfc2e0edeff0f4", "hex"))
      fc.assert(
        fc.property(fc.array(fc.oneof(near, fc.nat(255)), { maxLength: 12 }), (numbers) => {
          const bytes = Uint8Array.from(numbers)
          const problem = scanned([bytes], { maxDepth: 64, maxMembers: 262_144 })
          assert.strictEqual(problem, isUtf8(Buffer.from(bytes)) ? undefined : "utf8")
        }),
        { numRuns, examples: [...firstsAndLasts, ...malformed].map((hex) => [[...Buffer.from(hex, "hex")]]) }
      )
    })

    it("finds in any JSON the depth and members of the value it stands for", () => {
      fc.assert(
        fc.property(fc.jsonValue({ maxDepth: 8, stringUnit: anyCharacter }), fc.nat(2), (value, indent) => {
          const bytes = Buffer.from(JSON.stringify(value, null, indent))
          const maxDepth = depthOf(value)
          const maxMembers = membersOf(value)
          const scan = (limits: Partial<ScanLimits>) => scanned([bytes], { maxDepth, maxMembers, ...limits })
          assert.isUndefined(scan({}))
          if (maxDepth > 0) assert.strictEqual(scan({ maxDepth: maxDepth - 1 }), "depth")
          if (maxMembers > 0) assert.strictEqual(scan({ maxMembers: maxMembers - 1 }), "members")
        }),
        { numRuns }
      )
    })

    it("finds in chunks cut anywhere what it finds in the whole, at the same byte", () => {
      const piece = fc.constantFrom('"', "\\", "[", "{", "]", ",", ":", "a", "é", "€", "\u{1f600}", "\ufeff")
      const bytes = fc
        .array(
          fc.oneof(
            { weight: 9, arbitrary: piece.map((text) => [...Buffer.from(text)]) },
            fc.nat(255).map((one) => [one])
          )
        )
        .map((parts) => Uint8Array.from(parts.flat()))
      fc.assert(
        fc.property(bytes, fc.array(fc.nat(60)), (whole, places) => {
          const limits = { maxDepth: 4, maxMembers: 6 }
          const chunks = cutAt(places, whole.length).map(([from, to]) => whole.subarray(from, to))
          assert.strictEqual(scanned(chunks, limits), scanned([whole], limits))
        }),
        { numRuns }
      )
    })
  })

export const jsonErrorAt = (...texts: ReadonlyArray<string>): number | undefined => {
  const parsed = runToEnd(incrementalParse(chunksOfText(...texts)))
  return "errorAt" in parsed ? parsed.errorAt : undefined
}

export const valueOf = (...texts: ReadonlyArray<string>): unknown => {
  const parsed = runToEnd(incrementalParse(chunksOfText(...texts)))
  return "value" in parsed ? parsed.value : assert.fail(`wrong at ${parsed.errorAt}`)
}

const parses = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
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

export const parserProperties = (numRuns: number) =>
  describe("the parser", () => {
    it("finds no error if and only if the engine's parser finds none, and nothing wrong before the error", () => {
      fc.assert(
        fc.property(fc.oneof(joined(piece), fc.json(), nearlyJson), (text) => {
          const offset = jsonErrorAt(text)
          assert.strictEqual(offset === undefined, parses(text))
          if (offset === undefined) {
            return assert.strictEqual(JSON.stringify(valueOf(text)), JSON.stringify(JSON.parse(text)))
          }
          const bytes = Buffer.from(text)
          // Cut at the error, the text is JSON or ends too early.
          assert.oneOf(jsonErrorAt(bytes.subarray(0, offset).toString()), [undefined, offset])
          assert.isAtMost(offset, bytes.length)
        }),
        { numRuns: numRuns * 4, examples: [...values, ...nearly].map((text) => [text]) }
      )
    })

    it("gives the same value, or the same offset, wherever a text is cut into parts", () => {
      const more = fc.constantFrom('"\\ud83d\\ude00"', '"\u{1f600}"', '"a\\n"', "-1.5e+3")
      const texts = fc.oneof(
        joined(fc.oneof(piece, more)),
        fc.json(),
        // Longer than what is seen at once.
        fc
          .tuple(fc.constantFrom("1", "a", "\\n", " ", "\u{1f600}"), fc.constantFrom("", '"'), fc.json())
          .map(([sign, quote, json]) => `[${quote}${sign.repeat(20_000)}${quote},${json}]`)
      )
      fc.assert(
        fc.property(texts, fc.array(fc.nat(), { maxLength: 8 }), (text, places) => {
          const parts = cutAt(places, text.length).map(([from, to]) => text.slice(from, to))
          assert.strictEqual(jsonErrorAt(...parts), jsonErrorAt(text))
          if (!parses(text)) return
          assert.isTrue(JSON.stringify(valueOf(...parts)) === JSON.stringify(JSON.parse(text)))
        }),
        { numRuns }
      )
    })
  })
