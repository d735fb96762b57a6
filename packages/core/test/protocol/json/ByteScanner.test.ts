import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { ByteScanner, type ScanLimits, type ScanProblem } from "../../../src/protocol/json/ByteScanner.ts"

const wide: ScanLimits = { maxDepth: 64, maxMembers: 262_144 }

const scanned = (chunks: Iterable<Uint8Array>, limits: ScanLimits): ScanProblem | undefined => {
  const scan = new ByteScanner(limits)
  for (const chunk of chunks) scan.push(chunk)
  return scan.end()
}

const scanText = (text: string, limits = wide) => scanned([Buffer.from(text)], limits)
const scanBytes = (...bytes: ReadonlyArray<number>) => scanned([Uint8Array.from(bytes)], wide)

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
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

describe("depth", () => {
  it("64 open brackets pass, the 65th is the problem at its own byte", () => {
    assert.isUndefined(scanText("[".repeat(64)))
    const scan = new ByteScanner(wide)
    assert.isUndefined(scan.push(Buffer.from('{"a":['.repeat(32))))
    assert.strictEqual(scan.push(Buffer.from("[")), "depth")
  })

  it("closed brackets count no longer, those in strings never do", () => {
    assert.isUndefined(scanText("[]{}".repeat(1000)))
    assert.isUndefined(scanText(`["${"[{".repeat(1000)}"]`))
    assert.isUndefined(scanText(`["\\"${"[{".repeat(1000)}"]`))
    assert.strictEqual(scanText(`["\\\\"${"[{".repeat(1000)}`), "depth")
  })

  it("signs that differ from brackets in one bit are none", () => {
    assert.isUndefined(scanText("\x1b;\x5b\x5d".repeat(100)))
    assert.isUndefined(scanText("\x1b\x3b\x1d\x3d".repeat(100)))
  })
})

describe("members", () => {
  it("as many commas and colons as allowed pass, one more does not", () => {
    const limits = { maxDepth: 64, maxMembers: 5 }
    assert.isUndefined(scanText('{"a":1,"b":2,"c":3}', limits))
    assert.strictEqual(scanText('{"a":1,"b":[2,3],"c":4}', limits), "members")
    assert.isUndefined(scanText('[",,,,,,::::::"]', limits))
  })
})

describe("utf8", () => {
  it.each([
    ["two bytes", [0xc2, 0x80]],
    ["three bytes", [0xe0, 0xa0, 0x80]],
    ["the last before the surrogates", [0xed, 0x9f, 0xbf]],
    ["the first after them", [0xee, 0x80, 0x80]],
    ["four bytes", [0xf0, 0x90, 0x80, 0x80]],
    ["the last of all", [0xf4, 0x8f, 0xbf, 0xbf]],
    ["after a backslash, inside a string", [0x22, 0x5c, 0xc3, 0xa9, 0x22]]
  ] as const)("a character of %s passes", (_, bytes) => {
    assert.isUndefined(scanBytes(...bytes))
  })

  it.each([
    ["a continuation alone", [0x80]],
    ["an overlong form of two bytes", [0xc1, 0xbf]],
    ["an overlong form of three", [0xe0, 0x9f, 0xbf]],
    ["an overlong form of four", [0xf0, 0x8f, 0xbf, 0xbf]],
    ["a surrogate", [0xed, 0xa0, 0x80]],
    ["a number above U+10FFFF", [0xf4, 0x90, 0x80, 0x80]],
    ["a lead of five bytes", [0xf8, 0x88, 0x80, 0x80, 0x80]],
    ["a character cut by ASCII", [0xe2, 0x82, 0x22]],
    ["a character cut by another", [0xe2, 0x82, 0xc3, 0xa9]],
    ["a character cut by the end", [0x22, 0xe2, 0x82]],
    ["UTF-16", [0xff, 0xfe, 0x5b, 0x00]]
  ] as const)("%s is a problem", (_, bytes) => {
    assert.strictEqual(scanBytes(...bytes), "utf8")
  })

  it("agrees with a strict decoder on any bytes", () => {
    const near = fc.constantFrom(
      0x22,
      0x5c,
      0x80,
      0x8f,
      0x90,
      0x9f,
      0xa0,
      0xbf,
      0xc2,
      0xe0,
      0xed,
      0xef,
      0xf0,
      0xf4
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(near, fc.nat(255)), { maxLength: 12 }), (bytes) => {
        assert.strictEqual(scanBytes(...bytes) === undefined, isUtf8(Uint8Array.from(bytes)))
      }),
      { numRuns: 5000 }
    )
  })
})

describe("any JSON", () => {
  it("has the depth and members of the value it stands for", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8, stringUnit: "binary" }), fc.nat(2), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        const maxDepth = depthOf(value)
        const maxMembers = membersOf(value)
        assert.isUndefined(scanText(text, { maxDepth, maxMembers }))
        if (maxDepth > 0) assert.strictEqual(scanText(text, { maxDepth: maxDepth - 1, maxMembers }), "depth")
        if (maxMembers > 0)
          assert.strictEqual(scanText(text, { maxDepth, maxMembers: maxMembers - 1 }), "members")
      }),
      { numRuns: 1000 }
    )
  })
})

describe("chunks", () => {
  const piece = fc.constantFrom('"', "\\", "[", "{", "]", ",", ":", "a", "é", "€", "\u{1f600}", "\ufeff")
  const bytes = fc
    .array(
      fc.oneof(
        { weight: 9, arbitrary: piece.map((text) => [...Buffer.from(text)]) },
        fc.nat(255).map((one) => [one])
      )
    )
    .map((parts) => Uint8Array.from(parts.flat()))

  it("cut anywhere give what the whole gives, at the same byte", () => {
    fc.assert(
      fc.property(bytes, fc.array(fc.nat(60)), (whole, cuts) => {
        const limits = { maxDepth: 4, maxMembers: 6 }
        const edges = [
          0,
          ...cuts.map((cut) => Math.min(cut, whole.length)).toSorted((a, b) => a - b),
          whole.length
        ]
        const chunks = edges.slice(1).map((edge, index) => whole.subarray(edges[index], edge))
        const single = Array.from(whole, (byte) => Uint8Array.of(byte))
        const expected = scanned([whole], limits)
        assert.strictEqual(scanned(chunks, limits), expected)
        assert.strictEqual(scanned(single, limits), expected)
      }),
      { numRuns: 5000 }
    )
  })

  it("after a problem change nothing", () => {
    const scan = new ByteScanner(wide)
    assert.strictEqual(scan.push(Uint8Array.of(0xff)), "utf8")
    assert.strictEqual(scan.push(Buffer.from("[".repeat(100))), "utf8")
    assert.strictEqual(scan.end(), "utf8")
  })
})
