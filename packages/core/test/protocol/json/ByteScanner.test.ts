import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import { isUtf8 } from "node:buffer"
import { ByteScanner } from "../../../src/protocol/json/ByteScanner.ts"
import { runs } from "../../fixtures/runs.ts"

const wide = { maxDepth: 64, maxMembers: 262_144 }

const scanned = (chunks: Iterable<Uint8Array>, limits = wide) => {
  const scan = new ByteScanner(limits)
  for (const chunk of chunks) scan.push(chunk)
  return scan.end()
}

const numRuns = runs(200, 5_000)

/** The first and last characters of two, three and four bytes, and one after a backslash inside a string. */
const firstsAndLasts = "c280 dfbf e0a080 ed9fbf ee8080 efbfbf f0908080 f48fbfbf 225cc3a922"

/** In turn: no lead, overlong forms, a surrogate, above U+10FFFF, a lead of five bytes, cut characters, UTF-16. */
const malformed = "80 c1bf e09fbf f08fbfbf eda080 f4908080 f888808080 e28222 e282c3a9 22e282 fffe5b00"

it("agrees with a strict decoder on any bytes", () => {
  const near = fc.constantFrom(...Buffer.from("225c808f909fa0bfc2e0edeff0f4", "hex"))
  const examples = `${firstsAndLasts} ${malformed}`.split(" ").map((hex) => [...Buffer.from(hex, "hex")])
  fc.assert(
    fc.property(fc.array(fc.oneof(near, fc.nat(255)), { maxLength: 12 }), (numbers) => {
      const bytes = Buffer.from(numbers)
      assert.strictEqual(scanned([bytes]), isUtf8(bytes) ? undefined : "utf8")
    }),
    { numRuns, examples: examples.map((bytes) => [bytes]) }
  )
})

it("finds in chunks cut anywhere what it finds in the whole", () => {
  const signs = fc.constantFrom('"', "\\", "[", "{", "]", ",", ":", "a", "é", "€", "\u{1f600}", "\ufeff")
  const piece = fc.oneof(
    { weight: 9, arbitrary: signs.map((text) => Buffer.from(text)) },
    fc.uint8Array({ minLength: 1, maxLength: 1 })
  )
  fc.assert(
    fc.property(fc.array(piece), fc.array(fc.nat(60)), (pieces, places) => {
      const limits = { maxDepth: 4, maxMembers: 6 }
      const whole = Buffer.concat(pieces)
      const edges = places.map((place) => place % (whole.length + 1)).toSorted((a, b) => a - b)
      const chunks = [0, ...edges].map((from, at) => whole.subarray(from, edges[at]))
      assert.strictEqual(scanned(chunks, limits), scanned([whole], limits))
    }),
    { numRuns }
  )
})

it("members are the commas and colons outside of strings, up to the most", () => {
  const bytes = Buffer.from('{"a:,":[1,{"b":"\\",:"}],"c":[]}')
  assert.isUndefined(scanned([bytes], { ...wide, maxMembers: 5 }))
  assert.strictEqual(scanned([bytes], { ...wide, maxMembers: 4 }), "members")
})

it.each([
  ["brackets after an escaped quote", `["\\"${"[{".repeat(1000)}"]`, undefined],
  ["brackets after a string that ends with an escaped backslash", `["\\\\"${"[{".repeat(1000)}`, "depth"],
  ["signs that differ from brackets in one bit", "\x1b;[]\x1b\x3b\x1d\x3d".repeat(100), undefined]
])("%s: %s", (_, text, problem) => {
  assert.strictEqual(scanned([Buffer.from(text)]), problem)
})
