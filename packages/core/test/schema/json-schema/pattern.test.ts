// Patterns match like `RegExp`, without backtracking.
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { compilePattern } from "../../../src/schema/json-schema/pattern.ts"

const known = String.raw`^[A-Z]{3}-\d{2}$ ^a*b+c?$ (ab|cd){2,} ^\w+@\w+\.(com|org)$ [^0-9] ^$ a|b|
  ^(?:x{0,3}y)+$ \u0041\x42 [\d-] ^.{2,4}$ [a\]b] ^\S+$ \. a{2}?b`.split(/\s+/)
const signs = fc.array(fc.constantFrom(..."ABCabcdxy019-_@.com ]\n".split("")), { maxLength: 12 })

describe("a pattern", () => {
  it("matches what the language's own engine matches", () => {
    fc.assert(
      fc.property(fc.constantFrom(...known), signs, (source, parts) => {
        const text = parts.join("")
        assert.strictEqual(
          Result.getOrThrow(compilePattern(source)).test(text),
          new RegExp(source, "u").test(text),
          `${source} on ${JSON.stringify(text)}`
        )
      }),
      { numRuns: 2_000 }
    )
  })
  it("matches its own example", () => {
    for (const source of known) {
      const { example, test } = Result.getOrThrow(compilePattern(source))
      assert.isTrue(test(example), source)
    }
  })
  it("that would make a backtracking engine run for ever ends", () => {
    for (const source of ["^(a+)+$", "^(a|a)*$", "^(a*)*b$"])
      assert.isFalse(Result.getOrThrow(compilePattern(source)).test(`${"a".repeat(500)}!`))
  })
  it("of other kinds, or too large, is refused", () => {
    const wrong = "(?=a) (a)\\1 a{9999} (a{100}){100} (((a{50}){50}){50}){50} \\bword [ ( a** \\p{L}".split(
      " "
    )
    for (const source of wrong) assert.isTrue(Result.isFailure(compilePattern(source)), source)
  })
})
