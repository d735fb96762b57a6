import { assert, it } from "@effect/vitest"
import { ByteScanner } from "../../../src/protocol/json/ByteScanner.ts"
import { scanned, scannerProperties } from "./properties.ts"

const wide = { maxDepth: 64, maxMembers: 262_144 }

scannerProperties(200)

it("the 65th open bracket is a problem at its own byte, and nothing after it changes that", () => {
  const scan = new ByteScanner(wide)
  assert.isUndefined(scan.push(Buffer.from('{"a":['.repeat(32))))
  assert.strictEqual(scan.push(Buffer.from("[")), "depth")
  assert.strictEqual(scan.push(Uint8Array.of(0xff)), "depth")
  assert.strictEqual(scan.end(), "depth")
})

it.each([
  ["brackets that were closed", "[]{}".repeat(1000), undefined],
  ["brackets after an escaped quote", `["\\"${"[{".repeat(1000)}"]`, undefined],
  ["brackets after a string that ends with an escaped backslash", `["\\\\"${"[{".repeat(1000)}`, "depth"],
  ["signs that differ from brackets in one bit", "\x1b;[]\x1b\x3b\x1d\x3d".repeat(100), undefined],
  ["commas and colons in strings", `["${",:".repeat(300_000)}"]`, undefined]
])("%s: %s", (_, text, problem) => {
  assert.strictEqual(scanned([Buffer.from(text)], wide), problem)
})
