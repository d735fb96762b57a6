// What the zip of a skill must not do.
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Zip from "effect/encoding/Zip"
import * as fc from "fast-check"
import { front, good, reading, skill, stored, zipOf } from "../../fixtures/bundles.ts"
import { test } from "../../fixtures/effects.ts"

/** The archive with some bytes of its texts changed: heads are written with equal lengths. */
const renamed = (zip: Uint8Array, from: string, to: string) => {
  const text = Buffer.from(zip).toString("latin1").replaceAll(from, to)
  return new Uint8Array(Buffer.from(text, "latin1"))
}

/** Changes bytes relative to each entry's record in the list at the end. */
const patched = (zip: Uint8Array, at: number, ...values: ReadonlyArray<number>) => {
  const copy = Buffer.from(zip)
  for (
    let found = copy.indexOf("PK\x01\x02", 0, "latin1");
    found >= 0;
    found = copy.indexOf("PK\x01\x02", found + 4, "latin1")
  ) {
    copy.set(values, found + at)
  }
  return new Uint8Array(copy)
}

describe("a zip", () => {
  test("with a path that leaves it is refused", function* () {
    const zip = yield* zipOf(skill, stored("AAAA/BBBB", "x"))
    for (const path of [
      "../../../../",
      "AA/../AAA",
      "/etc/pass",
      "\\\\AA\\BBBB",
      "C:/AABBBB",
      "AAAA//BBB",
      "AA/./BBBB",
      "AAAA\nBBBB"
    ]) {
      assert.strictEqual(
        yield* reading(renamed(zip, "AAAA/BBBB", path.padEnd(9, "B").slice(0, 9))),
        "The archive has a path that is not inside it",
        path
      )
    }
  })

  test("with a path twice is refused", function* () {
    const zip = yield* zipOf(skill, stored("SKILL.mx", front))
    assert.strictEqual(yield* reading(renamed(zip, "SKILL.mx", "SKILL.md")), "The archive has a path twice")
  })

  test("with a link, a device or encryption is refused", function* () {
    const zip = yield* zipOf(skill)
    const plain = "The archive holds a link or another file that is not plain"
    for (const kind of [0o120000, 0o020000, 0o060000, 0o010000, 0o140000]) {
      assert.strictEqual(yield* reading(patched(zip, 40, kind & 0xff, kind >> 8)), plain)
    }
    for (const kind of [0, 0o100644, 0o040755]) {
      assert.deepEqual(yield* reading(patched(zip, 40, kind & 0xff, kind >> 8)), good)
    }
    for (const flags of [0x01, 0x41]) {
      assert.strictEqual(yield* reading(patched(zip, 8, flags)), "The archive is encrypted")
    }
  })

  test("of 1,000 entries is read, of 1,001 refused", function* () {
    const files = Array.from({ length: 1000 }, (_, index) => stored(`${index}`, ""))
    assert.deepEqual(yield* reading(yield* zipOf(skill, ...files.slice(1))), good)
    assert.strictEqual(yield* reading(yield* zipOf(skill, ...files)), "The archive has over 1000 entries")
  })

  test("of 64 MiB unpacked is read, one byte more refused before it is unpacked further", function* () {
    const left = 64 * 1024 * 1024 - front.length
    assert.deepEqual(yield* reading(yield* zipOf(skill, Zip.file("a", new Uint8Array(left)))), good)
    const over = yield* zipOf(skill, Zip.file("a", new Uint8Array(left + 1)))
    assert.isBelow(over.length, 100_000)
    assert.strictEqual(yield* reading(over), "The archive is over 67108864 bytes when unpacked")
  })

  test("whose list and entries differ is refused", function* () {
    const damaged = "The archive is damaged: its entries are not where its directory says"
    const zip = yield* zipOf(skill, stored("a", "x"))
    assert.strictEqual(yield* reading(new Uint8Array([0, ...zip])), damaged)
    const unlisted = Buffer.from(zip)
    const end = unlisted.length - 22
    const second = unlisted.lastIndexOf("PK\x01\x02", end, "latin1")
    const shorter = Buffer.concat([unlisted.subarray(0, second), unlisted.subarray(end)])
    const at = shorter.length - 22
    shorter.writeUInt16LE(1, at + 8)
    shorter.writeUInt16LE(1, at + 10)
    shorter.writeUInt32LE(unlisted.readUInt32LE(end + 12) - (end - second), at + 12)
    assert.strictEqual(yield* reading(new Uint8Array(shorter)), damaged)
    assert.strictEqual(yield* reading(patched(zip, 46, 0x54)), damaged)
    assert.strictEqual(yield* reading(zip.subarray(0, zip.length - 1)), "The file is not a zip archive")
    assert.strictEqual(yield* reading(new Uint8Array(zip.length)), "The file is not a zip archive")
  })

  test("with any byte changed or cut off is read or refused, never a defect", function* () {
    const run = Effect.runPromiseWith(yield* Effect.context())
    const zip = yield* zipOf(skill, Zip.file("a/b", "x".repeat(300)), Zip.directory("c"))
    yield* Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.nat(zip.length - 1), fc.nat(255)), { minLength: 1, maxLength: 3 }),
          fc.nat(40),
          async (changes, cut) => {
            const copy = Uint8Array.from(zip)
            for (const [at, value] of changes) copy[at] = value
            const found = await run(reading(cut > 20 ? copy : copy.subarray(0, copy.length - cut)))
            assert.isTrue(typeof found === "string" || found.name.length > 0)
          }
        ),
        { numRuns: 1500 }
      )
    )
  })
})
