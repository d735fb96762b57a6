// What a bundle may be: its SKILL.md, and everything a zip must not do.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Zip from "effect/encoding/Zip"
import * as Stream from "effect/Stream"
import * as fc from "fast-check"
import { readBundle } from "../../../src/resources/skills/bundle.ts"

const zipOf = (...entries: ReadonlyArray<Zip.ContentEntry>) =>
  Stream.fromIterable(entries).pipe(
    Stream.pipeThroughChannel(Zip.encode()),
    Stream.runCollect,
    Effect.map((chunks) => new Uint8Array(Buffer.concat([...chunks]))),
    Effect.orDie
  )

const stored = (path: string, content: string) => Zip.file(path, content, { method: "Store" })
const front = "---\nname: tide-report\ndescription: Reads tide tables.\n---\n"
const skill = stored("SKILL.md", front)

const reading = (zip: Uint8Array) =>
  Effect.match(readBundle(zip), { onFailure: ({ message }) => message, onSuccess: (bundle) => bundle })

const readingMd = (content: string) => Effect.flatMap(zipOf(stored("SKILL.md", content)), reading)

const naming = (name: string, description: string) =>
  readingMd(`---\nname: "${name}"\ndescription: "${description}"\n---\n`)

const placing = (...paths: ReadonlyArray<string>) =>
  Effect.flatMap(zipOf(...paths.map((path) => stored(path, front))), reading)

const good = { name: "tide-report", description: "Reads tide tables." }

describe("front matter", () => {
  it.effect("names and describes; fields beyond these, comments and line ends do not matter", () =>
    Effect.gen(function* () {
      for (const content of [
        front,
        front.replaceAll("\n", "\r\n"),
        `\ufeff${front}`,
        front.replace("---\n", "--- \t\nallowed-tools: [a, b]\n# a comment\nmetadata:\n  x: 1\n"),
        front.trimEnd(),
        `${front}# Tides\n---\nname: other\n---\n`,
        front.replace("Reads tide tables.", '"Reads tide tables."'),
        front.replace("Reads tide tables.", ">-\n  Reads\n  tide tables.")
      ]) {
        assert.deepEqual(yield* readingMd(content), good, content)
      }
    })
  )

  it.effect("names of 1 and 64 characters, and descriptions of 1 and 1,024, are the bounds", () =>
    Effect.gen(function* () {
      assert.deepEqual(yield* naming("a", "b"), { name: "a", description: "b" })
      assert.isObject(yield* naming("a-9".padEnd(64, "z"), "é".repeat(1024)))
      const name = "The front matter of SKILL.md: name: expected 1 to 64 characters of a-z, 0-9 and -"
      for (const wrong of ["", "a".repeat(65), "Tide", "tide report", "tide_report", "tïde"]) {
        assert.strictEqual(yield* naming(wrong, "b"), name)
      }
      const description = "The front matter of SKILL.md: description: expected 1 to 1024 characters"
      assert.strictEqual(yield* naming("a", ""), description)
      assert.strictEqual(yield* naming("a", "b".repeat(1025)), description)
    })
  )

  it.effect("what is none is told, without its text", () =>
    Effect.gen(function* () {
      const none = "SKILL.md does not start with front matter between two lines of --- within 16384 bytes"
      assert.strictEqual(yield* readingMd(""), none)
      assert.strictEqual(yield* readingMd("# canary"), none)
      assert.strictEqual(yield* readingMd("---\nname: canary\n"), none)
      assert.strictEqual(yield* readingMd(`---\nx: "${"y".repeat(16384)}"\n${front.slice(4)}`), none)
      assert.isObject(yield* readingMd(`${front}${"é".repeat(20000)}`))
      assert.strictEqual(
        yield* readingMd("---\nname: [canary\n---\n"),
        "The front matter of SKILL.md is not valid YAML"
      )
      assert.strictEqual(
        yield* readingMd("---\nname: 12\n---\n"),
        "The front matter of SKILL.md: name: expected string; description: field required"
      )
      assert.include(yield* readingMd("---\n- canary\n---\n"), "The front matter of SKILL.md: expected")
      assert.isString(yield* readingMd("---\n__proto__: {name: a, description: b}\n---\n"))
      const invalid = yield* zipOf(Zip.file("SKILL.md", new Uint8Array([...Buffer.from(front), 0xff])))
      assert.strictEqual(yield* reading(invalid), "SKILL.md is not valid UTF-8")
    })
  )

  it.effect("16 KiB of hostile YAML is read or refused soon", () =>
    Effect.gen(function* () {
      const hostile = [
        "[".repeat(16000),
        "{a: ".repeat(4000),
        "- ".repeat(8000),
        `a: &a [x]\n${"b: *a\n".repeat(2500)}`,
        `x: "${"\\u0041".repeat(2600)}`,
        " ".repeat(16000) + "a",
        "a: |\n" + " x\n".repeat(5000),
        `<<: ${"[".repeat(8000)}`
      ]
      for (const text of hostile) {
        const started = performance.now()
        yield* readingMd(`---\n${text}\n---\n`)
        assert.isBelow(performance.now() - started, 5000, text.slice(0, 20))
      }
    })
  )
})

describe("SKILL.md", () => {
  it.effect("stands at the root or in the only folder at the top", () =>
    Effect.gen(function* () {
      for (const paths of [
        ["SKILL.md"],
        ["a/b.txt", "SKILL.md", "c/d/e"],
        ["tide/SKILL.md"],
        ["tide/a/b", "tide/SKILL.md"],
        ["tide/SKILL.md", "__MACOSX/tide/x"]
      ]) {
        assert.deepEqual(yield* placing(...paths), good, paths.join())
      }
      for (const paths of [
        ["skill.md"],
        ["a/b/SKILL.md"],
        ["a/SKILL.md", "b/x"],
        ["a/SKILL.md", "x"],
        ["a/SKILL.md/x"],
        ["__MACOSX/SKILL.md"]
      ]) {
        const found = yield* placing(...paths)
        assert.strictEqual(
          found,
          "The archive has no SKILL.md at its root or in its only folder",
          paths.join()
        )
      }
    })
  )
})

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
  it.effect("with a path that leaves it is refused", () =>
    Effect.gen(function* () {
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
  )

  it.effect("with a path twice is refused", () =>
    Effect.gen(function* () {
      const zip = yield* zipOf(skill, stored("SKILL.mx", front))
      assert.strictEqual(yield* reading(renamed(zip, "SKILL.mx", "SKILL.md")), "The archive has a path twice")
    })
  )

  it.effect("with a link, a device or encryption is refused", () =>
    Effect.gen(function* () {
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
  )

  it.effect("of 1,000 entries is read, of 1,001 refused", () =>
    Effect.gen(function* () {
      const files = Array.from({ length: 1000 }, (_, index) => stored(`${index}`, ""))
      assert.deepEqual(yield* reading(yield* zipOf(skill, ...files.slice(1))), good)
      assert.strictEqual(yield* reading(yield* zipOf(skill, ...files)), "The archive has over 1000 entries")
    })
  )

  it.effect(
    "of 64 MiB unpacked is read, one byte more refused before it is unpacked further",
    () =>
      Effect.gen(function* () {
        const left = 64 * 1024 * 1024 - front.length
        assert.deepEqual(yield* reading(yield* zipOf(skill, Zip.file("a", new Uint8Array(left)))), good)
        const over = yield* zipOf(skill, Zip.file("a", new Uint8Array(left + 1)))
        assert.isBelow(over.length, 100_000)
        assert.strictEqual(yield* reading(over), "The archive is over 67108864 bytes when unpacked")
      }),
    30_000
  )

  it.effect("whose list and entries differ is refused", () =>
    Effect.gen(function* () {
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
  )

  it.effect(
    "with any byte changed or cut off is read or refused, never a defect",
    () =>
      Effect.gen(function* () {
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
      }),
    30_000
  )
})
