import { assert, describe, it } from "@effect/vitest"
import { ByteScanner } from "../../../src/protocol/json/ByteScanner.ts"
import { scanned, scannerProperties } from "./properties.ts"

const wide = { maxDepth: 64, maxMembers: 262_144 }

const scanText = (text: string, limits = wide) => scanned([Buffer.from(text)], limits)

scannerProperties(200)

describe("the depth of 64", () => {
  it("is allowed; the 65th open bracket is a problem at its own byte", () => {
    assert.isUndefined(scanText("[".repeat(64)))
    const scan = new ByteScanner(wide)
    assert.isUndefined(scan.push(Buffer.from('{"a":['.repeat(32))))
    assert.strictEqual(scan.push(Buffer.from("[")), "depth")
  })

  it.each([
    ["brackets that were closed", "[]{}".repeat(1000)],
    ["brackets in strings", `["${"[{".repeat(1000)}"]`],
    ["brackets after an escaped quote", `["\\"${"[{".repeat(1000)}"]`],
    ["signs that differ from brackets in one bit", "\x1b;[]\x1b\x3b\x1d\x3d".repeat(100)]
  ])("does not count %s", (_, text) => {
    assert.isUndefined(scanText(text))
  })

  it("counts brackets after a string that ends with an escaped backslash", () => {
    assert.strictEqual(scanText(`["\\\\"${"[{".repeat(1000)}`), "depth")
  })
})

it("as many commas and colons as allowed pass, one more does not", () => {
  const limits = { maxDepth: 64, maxMembers: 5 }
  assert.isUndefined(scanText('{"a":1,"b":2,"c":3}', limits))
  assert.strictEqual(scanText('{"a":1,"b":[2,3],"c":4}', limits), "members")
  assert.isUndefined(scanText('[",,,,,,::::::"]', limits))
})

it("chunks after a problem change nothing", () => {
  const scan = new ByteScanner(wide)
  assert.strictEqual(scan.push(Uint8Array.of(0xff)), "utf8")
  assert.strictEqual(scan.push(Buffer.from("[".repeat(100))), "utf8")
  assert.strictEqual(scan.end(), "utf8")
})
