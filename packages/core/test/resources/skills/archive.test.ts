// What the zip of a skill must not do: its size, its paths, and extra fields that give an entry a second path.
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Zip from "effect/encoding/Zip"
import * as fc from "fast-check"
import { crc32 } from "node:zlib"
import { pathBytes } from "../../../src/resources/skills/limits.ts"
import {
  front,
  good,
  type RawEntry,
  rawSkill,
  rawZip,
  reading,
  skill,
  stored,
  zipOf
} from "../../fixtures/bundles.ts"
import { test } from "../../fixtures/effects.ts"

/** What is read from a zip with a SKILL.md and files of these paths. */
const withPaths = (...names: ReadonlyArray<string>) =>
  reading(rawZip(rawSkill, ...names.map((name) => ({ name }))))

/** Changes bytes relative to each entry's record in the list at the end. */
const patched = (zip: Uint8Array, at: number, ...values: ReadonlyArray<number>) => {
  const copy = Buffer.from(zip)
  for (let from = copy.indexOf("PK\x01\x02"); from >= 0; from = copy.indexOf("PK\x01\x02", from + 4))
    copy.set(values, from + at)
  return new Uint8Array(copy)
}

describe("a zip", () => {
  test("with a link, a device or encryption is refused", function* () {
    const zip = yield* zipOf(skill)
    for (const kind of [0o120000, 0o020000, 0o140000])
      assert.include(yield* reading(patched(zip, 40, kind & 0xff, kind >> 8)), "not plain")
    assert.deepEqual(yield* reading(patched(zip, 40, 0o100644 & 0xff, 0o100644 >> 8)), good)
    assert.strictEqual(yield* reading(patched(zip, 8, 0x41)), "The archive is encrypted")
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
    assert.strictEqual(yield* reading(patched(zip, 46, 0x54)), damaged)
  })

  test("with any byte changed or cut off is read or refused, never a defect", function* () {
    const run = Effect.runPromiseWith(yield* Effect.context())
    const zip = yield* zipOf(skill, Zip.file("a/b", "x".repeat(300)), Zip.directory("c"))
    const change = fc.tuple(fc.nat(zip.length - 1), fc.nat(255))
    const property = fc.asyncProperty(
      fc.array(change, { minLength: 1, maxLength: 3 }),
      fc.nat(40),
      async (changes, cut) => {
        const copy = Uint8Array.from(zip)
        for (const [at, value] of changes) copy[at] = value
        const found = await run(reading(cut > 20 ? copy : copy.subarray(0, copy.length - cut)))
        assert.isTrue(typeof found === "string" || found.name.length > 0)
      }
    )
    yield* Effect.promise(() => fc.assert(property, { numRuns: 1500 }))
  })
})

describe("paths", () => {
  test("that leave the archive, and a path twice, are refused", function* () {
    for (const path of ["../../a", "a/../b", "/etc/passwd", "\\\\a\\b", "C:/a", "a//b", "a/./b", "a\nb"]) {
      assert.strictEqual(yield* withPaths(path), "The archive has a path that is not inside it", path)
    }
    assert.strictEqual(yield* withPaths("a", "a"), "The archive has a path twice")
  })

  test("that some file systems take for one are refused, with the numbers of their entries", function* () {
    for (const [left, right] of [
      ["tide/a", "Tide/b"],
      ["a", "a/b"],
      ["a/b/c", "A/B"],
      ["caf\u00e9", "CAFE\u0301"],
      ["stra\u00dfe", "STRASSE"],
      ["\u03c3", "\u03c2"],
      ["a\u200db", "ab"]
    ] as const) {
      assert.include(yield* withPaths(left, right), "Entries 2 and 3 of the archive have one path on systems")
      assert.include(yield* withPaths(right, "z", left), "Entries 2 and 4 of the archive", `${right} ${left}`)
    }
    assert.include(yield* withPaths("a", "skill.MD"), "Entries 1 and 3 of the archive")
    assert.deepEqual(yield* withPaths("tide/", "tide/a", "tide/b/", "tide.a", "a/tide", "é", "è"), good)
  })

  test("of 1,024 bytes are read, of 1,025 refused, 1,000 of them before the test times out", function* () {
    const names = Array.from({ length: 999 }, (_, at) => `${"İ/".repeat(340)}${String(at)}`)
    assert.deepEqual(yield* withPaths(...names), good)
    assert.deepEqual(yield* withPaths("é".repeat(pathBytes / 2)), good)
    const longer = `${"é".repeat(pathBytes / 2)}a`
    const message = "Entry 3 of the archive has a path of over 1024 bytes"
    assert.strictEqual(yield* withPaths("a", longer), message)
  })
})

type Field = readonly [id: number, data: Uint8Array]

/** The Info-ZIP Unicode Path field: a version, the checksum of the name, another path. */
const unicodePath = (name: string, path: string): Field => {
  const data = Buffer.concat([Buffer.of(1, 0, 0, 0, 0), Buffer.from(path)])
  data.writeUInt32LE(crc32(name), 1)
  return [0x7075, data]
}

const times: Field = [0x5455, Buffer.of(1, 0, 0, 0, 0)]

const withFields = (fields: Pick<RawEntry, "flags" | "listed" | "local">, name = "a.txt") =>
  reading(rawZip(rawSkill, { name, ...fields }))

const refusal = (id: string) =>
  `Entry 2 of the archive has the extra field ${id}, which may give it another path: pack it without extra fields, as zip -X does`

describe("an extra field", () => {
  test("with another path is refused, in the list, in front of the file, and behind other fields", function* () {
    const other = unicodePath("a.txt", "../b.txt")
    for (const fields of [{ listed: [times, other] }, { local: [unicodePath("a.txt", "a.txt"), other] }])
      assert.strictEqual(yield* withFields(fields), refusal("0x7075"))
  })

  test("that repeats the path is accepted where the path is marked as UTF-8, as JSZip writes it", function* () {
    const same = [unicodePath("é.txt", "é.txt")]
    assert.deepEqual(yield* withFields({ listed: same, local: same }, "é.txt"), good)
    assert.strictEqual(yield* withFields({ listed: same, local: same, flags: 0 }, "é.txt"), refusal("0x7075"))
  })

  test("is refused unless it is known to have no path", function* () {
    const known = [0x0001, 0x5455, 0x7875]
    for (const id of [...known, 0, 0x9999]) {
      const fields = [times, [id, Buffer.alloc(8)]] as const
      const wanted = known.includes(id) ? good : refusal(`0x${id.toString(16).padStart(4, "0")}`)
      for (const place of [{ listed: fields }, { local: fields }])
        assert.deepEqual(yield* withFields(place), wanted, id.toString(16))
    }
  })
})

test("an archive of Python is read", function* () {
  assert.deepEqual(yield* reading(new Uint8Array(Buffer.from(byPython, "base64"))), good)
})

/** A folder with SKILL.md, é.txt and a streamed b.txt, of Python's zipfile: sizes of 64 bits in an extra field. */
const byPython =
  "UEsDBBQAAAAAAAAAIQAAAAAAAAAAAAAAAAAFAAAAdGlkZS9QSwMEFAAAAAgApQR4XeLwmcQ4AAAAOgAAAA0AAAB0aWRlL1NLSUxMLm1k09XV5cpL" +
  "zE21UijJTEnVLUotyC8q4UpJLU4uyiwoyczPs1IISk1MKQZLK5QkJuWkFutx6QJ1AQBQSwMEFAAACAgApQR4XZ1q3HQEAAAAAgAAAAsAAAB0aWRl" +
  "L8OpLnR4dKviAgBQSwMELQAAAAgAAAAhAIMW3Iz//////////woAFAB0aWRlL2IudHh0AQAQAAEAAAAAAAAAAwAAAAAAAACrAABQSwECFAMUAAAA" +
  "AAAAACEAAAAAAAAAAAAAAAAABQAAAAAAAAAAABAA/0EAAAAAdGlkZS9QSwECFAMUAAAACAClBHhd4vCZxDgAAAA6AAAADQAAAAAAAAAAAAAApIEj" +
  "AAAAdGlkZS9TS0lMTC5tZFBLAQIUAxQAAAgIAKUEeF2datx0BAAAAAIAAAALAAAAAAAAAAAAAACkgYYAAAB0aWRlL8OpLnR4dFBLAQItAy0AAAAI" +
  "AAAAIQCDFtyMAwAAAAEAAAAKAAAAAAAAAAAAAACAAbMAAAB0aWRlL2IudHh0UEsFBgAAAAAEAAQA3wAAAPIAAAAAAA=="
