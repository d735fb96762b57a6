import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { incrementalParse } from "../../../src/protocol/json/incrementalParse.ts"
import { chunksOfText } from "../../../src/protocol/json/TextReader.ts"
import { runToEnd } from "../../../src/scheduling/resumable.ts"
import suite from "../../fixtures/json-suite.json" with { type: "json" }
import { runs } from "./runs.ts"

const jsonErrorAt = (...texts: ReadonlyArray<string>): number | undefined => {
  const parsed = runToEnd(incrementalParse(chunksOfText(...texts)))
  return "errorAt" in parsed ? parsed.errorAt : undefined
}

const valueOf = (...texts: ReadonlyArray<string>): unknown => {
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

const textOf = (one: (typeof suite.cases)[number]): string =>
  Buffer.from(one.hex ?? "", "hex").toString() +
  (one.repeat ?? "").repeat(one.times ?? 0) +
  Buffer.from(one.tailHex ?? "", "hex").toString()

describe("JSONTestSuite", () => {
  it("what must parse has no error, what must not has one, and the parser of the engine agrees on all", () => {
    assert.isAbove(suite.cases.length, 300)
    for (const one of suite.cases) {
      const text = textOf(one)
      const error = jsonErrorAt(text)
      if (one.id.startsWith("y_")) assert.isUndefined(error, one.id)
      if (one.id.startsWith("n_")) assert.isDefined(error, one.id)
      assert.strictEqual(error === undefined, parses(text), one.id)
      // The deepest text would take a comparison too deep, too.
      if (error === undefined && text.length < 10_000)
        assert.deepStrictEqual(valueOf(text), JSON.parse(text), one.id)
    }
  })
})

describe("the offset", () => {
  it.each([
    ["", 0],
    ["   ", 3],
    ["\ufeff{}", 0],
    ["{} {}", 3],
    ["[1,]", 3],
    ["[1 2]", 3],
    ["[,1]", 1],
    ["[}", 1],
    ["[1}", 2],
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['{"a":}', 5],
    ["{a:1}", 1],
    ['{"a":1', 6],
    ["tru", 3],
    ["trve", 2],
    ["nullx", 4],
    ["NaN", 0],
    ["01", 1],
    ["-", 1],
    ["-a", 1],
    ["1.", 2],
    ["1.e5", 2],
    ["1e+", 3],
    [".5", 0],
    ["+1", 0],
    ['"a', 2],
    ['"a\nb"', 2],
    ['"\\x"', 2],
    ['"\\u12G4"', 5],
    ['"\\u12', 5],
    ['"\\', 2],
    ["[1]\v", 3],
    ["[\u00a01]", 1],
    ["// a", 0],
    ["'a'", 0]
  ])("of %j is %d", (text, offset) => {
    assert.strictEqual(jsonErrorAt(text), offset)
  })

  it("counts bytes of UTF-8, not units of the string", () => {
    assert.strictEqual(jsonErrorAt('["é€\u{1f600}" x'), 13)
    assert.strictEqual(jsonErrorAt('["é€\u{1f600}'), 11)
  })

  it("of 100,000 open brackets is their number", () => {
    assert.strictEqual(jsonErrorAt("[".repeat(100_000)), 100_000)
    assert.isUndefined(jsonErrorAt("[".repeat(100_000) + "]".repeat(100_000)))
  })
})

describe("the value", () => {
  it.each([
    `{"__proto__":{"a":1},"constructor":null,"toString":"x"}`,
    `{"a":1,"b":2,"a":3}`,
    `{"2":"b","1":"a","x":0}`,
    `[-0,0,1e999,-1e-999,1E+2,12345678901234567890,0.1]`,
    `"\\u00e9\\ud83d\\ude00\\n\\/\\"\\\\ \\ud800"`,
    ` { "a" : [ true , false , null , { } , [ ] ] } `
  ])("of %s is the parser's", (text) => {
    const value = valueOf(text)
    assert.deepStrictEqual(value, JSON.parse(text))
    assert.strictEqual(JSON.stringify(value), JSON.stringify(JSON.parse(text)))
  })

  it("of a long string is whole, wherever it is cut", () => {
    for (const sign of ["a", '\\"', "\\u20ac", "é", "\\ud83d\\ude00", "\u{1f600}"]) {
      const text = `["${sign.repeat(600_000)}","b"]`
      assert.isTrue(JSON.stringify(valueOf(text)) === JSON.stringify(JSON.parse(text)), sign)
    }
  })

  it("of very many members comes in slices", () => {
    const text = `{${Array.from({ length: 100_000 }, (_, at) => `"k${at}":[${at}]`).join()}}`
    const work = incrementalParse(chunksOfText(text))
    let slices = 0
    let next = work.next()
    for (; next.done !== true; next = work.next()) slices++
    assert.isAbove(slices, 30)
    assert.strictEqual(JSON.stringify("value" in next.value && next.value.value), text)
  })
})

describe("any text", () => {
  const piece = fc.constantFrom(
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    '"',
    "\\",
    "u",
    "0",
    "1",
    "-",
    ".",
    "e",
    "true",
    "null",
    " ",
    "\n",
    '"a"',
    "é"
  )

  it("has no error if and only if it parses", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece, { maxLength: 12 }).map((parts) => parts.join("")),
          fc.json()
        ),
        (text) => {
          assert.strictEqual(jsonErrorAt(text) === undefined, parses(text))
          if (parses(text)) assert.deepStrictEqual(valueOf(text), JSON.parse(text))
        }
      ),
      { numRuns: runs(20_000) }
    )
  })

  it("that parses, with one character put in, taken out or changed, is judged like the parser does", () => {
    fc.assert(
      fc.property(
        fc.json(),
        fc.nat(),
        fc.nat(1),
        fc.oneof(piece, fc.constant("")),
        (json, place, taken, put) => {
          const at = place % (json.length + 1)
          const text = json.slice(0, at) + put + json.slice(at + taken)
          assert.strictEqual(jsonErrorAt(text) === undefined, parses(text))
        }
      ),
      { numRuns: runs(5_000) }
    )
  })

  it("means the same, and goes wrong at the same place, wherever it is cut into parts", () => {
    const signs = fc.array(
      fc.oneof(piece, fc.constantFrom('"\\ud83d\\ude00"', '"\u{1f600}"', '"a\\n"', "-1.5e+3")),
      { maxLength: 12 }
    )
    const texts = fc.oneof(
      signs.map((parts) => parts.join("")),
      fc.json(),
      // Longer than what is seen at once.
      fc
        .tuple(fc.constantFrom("1", "a", "\\n", " ", "\u{1f600}"), fc.constantFrom("", '"'), fc.json())
        .map(([sign, quote, json]) => `[${quote}${sign.repeat(20_000)}${quote},${json}]`)
    )
    fc.assert(
      fc.property(texts, fc.array(fc.nat(), { maxLength: 8 }), (text, places) => {
        const cuts = [0, ...places.map((place) => place % (text.length + 1)), text.length].toSorted(
          (a, b) => a - b
        )
        const parts = cuts.slice(1).map((cut, at) => text.slice(cuts[at], cut))
        assert.strictEqual(jsonErrorAt(...parts), jsonErrorAt(text))
        if (parses(text))
          assert.isTrue(JSON.stringify(valueOf(...parts)) === JSON.stringify(JSON.parse(text)))
      }),
      { numRuns: runs(3_000) }
    )
  })

  it("returns what is large in it, and its names", () => {
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

  it("has nothing wrong before its error", () => {
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }).map((parts) => parts.join("")),
        (text) => {
          const offset = jsonErrorAt(text)
          if (offset === undefined) return
          const bytes = Buffer.from(text)
          const before = bytes.subarray(0, offset).toString()
          // Cut there, the text is JSON or ends too early.
          const cut = jsonErrorAt(before)
          assert.isTrue(cut === undefined || cut === offset)
          assert.isAtMost(offset, bytes.length)
        }
      ),
      { numRuns: runs(5_000) }
    )
  })
})
