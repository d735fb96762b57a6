// The extra fields of a skill's zip: none gives an entry a second path.
import { assert, describe } from "@effect/vitest"
import { crc32 } from "node:zlib"
import { front, good, type RawEntry, rawSkill, rawZip, reading } from "../../fixtures/bundles.ts"
import { test } from "../../fixtures/effects.ts"

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
    for (const fields of [
      { listed: [other] },
      { local: [other], flags: 0 },
      { listed: [times, other], local: [times] },
      { local: [unicodePath("a.txt", "A.txt")] },
      { local: [unicodePath("a.txt", "a.tx")] },
      { local: [unicodePath("a.txt", "a.txt2")] },
      { local: [unicodePath("a.txt", "a.txt"), other] },
      { local: [[0x7075, new Uint8Array()] as const] }
    ]) {
      assert.strictEqual(yield* withFields(fields), refusal("0x7075"))
    }
  })

  test("that repeats the path is accepted where the path is marked as UTF-8, as JSZip writes it", function* () {
    const same = [unicodePath("é.txt", "é.txt")]
    assert.deepEqual(yield* withFields({ listed: same, local: same }, "é.txt"), good)
    assert.strictEqual(yield* withFields({ listed: same, local: same, flags: 0 }, "é.txt"), refusal("0x7075"))
  })

  test("is refused unless it is known to have no path", function* () {
    const known = [
      0x0001, 0x000a, 0x4453, 0x5455, 0x5855, 0x6375, 0x7855, 0x7875, 0xa11e, 0xa220, 0xcafe, 0xd935
    ]
    for (const id of [...known, 0, 2, 0x5456, 0x7075, 0x9999, 0xffff]) {
      const fields = [times, [id, Buffer.alloc(8)]] as const
      const wanted = known.includes(id) ? good : refusal(`0x${id.toString(16).padStart(4, "0")}`)
      assert.deepEqual(yield* withFields({ listed: fields }), wanted, id.toString(16))
      assert.deepEqual(yield* withFields({ local: fields }), wanted, id.toString(16))
    }
  })

  test("that is cut off is refused, up to three bytes of padding are not", function* () {
    const cut = Buffer.from(rawZip(rawSkill, { name: "a", listed: [times] }))
    cut[cut.indexOf("UT\x05\0") + 2] = 6
    assert.strictEqual(yield* reading(new Uint8Array(cut)), refusal("0x5455"))
    for (const bytes of [1, 2, 3]) {
      const copy = Buffer.from(rawZip(rawSkill, { name: "a", listed: [times, [0, new Uint8Array()]] }))
      const at = copy.lastIndexOf("UT\x05\0") + 9
      const end = copy.lastIndexOf("PK\x05\x06")
      copy.writeUInt16LE(9 + bytes, copy.lastIndexOf("PK\x01\x02") + 30)
      copy.writeUInt32LE(copy.readUInt32LE(end + 12) - 4 + bytes, end + 12)
      const padded = Buffer.concat([copy.subarray(0, at + bytes), copy.subarray(at + 4)])
      assert.deepEqual(yield* reading(new Uint8Array(padded)), good)
    }
  })
})

test("an archive of Python, and one like those of macOS, is read", function* () {
  assert.deepEqual(yield* reading(new Uint8Array(Buffer.from(byPython, "base64"))), good)
  const unix: Field = [0x5855, Buffer.alloc(8)]
  const mac = ["tide/", "tide/é.txt", "__MACOSX/", "__MACOSX/tide/", "__MACOSX/tide/._é.txt"]
  const entries = mac.map((name) => ({ name, flags: 0, listed: [unix], local: [unix] }))
  assert.deepEqual(yield* reading(rawZip({ name: "tide/SKILL.md", content: front }, ...entries)), good)
})

/** A folder with SKILL.md, é.txt and a streamed b.txt, of Python's zipfile: sizes of 64 bits in an extra field. */
const byPython =
  "UEsDBBQAAAAAAAAAIQAAAAAAAAAAAAAAAAAFAAAAdGlkZS9QSwMEFAAAAAgApQR4XeLwmcQ4AAAAOgAAAA0AAAB0aWRlL1NLSUxMLm1k09XV5cpL" +
  "zE21UijJTEnVLUotyC8q4UpJLU4uyiwoyczPs1IISk1MKQZLK5QkJuWkFutx6QJ1AQBQSwMEFAAACAgApQR4XZ1q3HQEAAAAAgAAAAsAAAB0aWRl" +
  "L8OpLnR4dKviAgBQSwMELQAAAAgAAAAhAIMW3Iz//////////woAFAB0aWRlL2IudHh0AQAQAAEAAAAAAAAAAwAAAAAAAACrAABQSwECFAMUAAAA" +
  "AAAAACEAAAAAAAAAAAAAAAAABQAAAAAAAAAAABAA/0EAAAAAdGlkZS9QSwECFAMUAAAACAClBHhd4vCZxDgAAAA6AAAADQAAAAAAAAAAAAAApIEj" +
  "AAAAdGlkZS9TS0lMTC5tZFBLAQIUAxQAAAgIAKUEeF2datx0BAAAAAIAAAALAAAAAAAAAAAAAACkgYYAAAB0aWRlL8OpLnR4dFBLAQItAy0AAAAI" +
  "AAAAIQCDFtyMAwAAAAEAAAAKAAAAAAAAAAAAAACAAbMAAAB0aWRlL2IudHh0UEsFBgAAAAAEAAQA3wAAAPIAAAAAAA=="
