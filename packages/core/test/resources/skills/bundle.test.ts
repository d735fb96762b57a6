// What the SKILL.md of a bundle may be.
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Zip from "effect/encoding/Zip"
import { frontMatterBytes } from "../../../src/resources/skills/limits.ts"
import { front, good, reading, stored, zipOf } from "../../fixtures/bundles.ts"
import { test } from "../../fixtures/effects.ts"

const readingMd = (content: string) => Effect.flatMap(zipOf(stored("SKILL.md", content)), reading)

const naming = (name: string, description: string) =>
  readingMd(`---\nname: "${name}"\ndescription: "${description}"\n---\n`)

/** A front matter with a line of so many characters, most of them digits. */
const line = (length: number) => front.replace("---\n", `---\n${"x: ".padEnd(length - 1, "1")}e\n`)

describe("front matter", () => {
  test("names and describes; fields beyond these, comments and line ends do not matter", function* () {
    for (const content of [
      `\ufeff${front.replaceAll("\n", "\r\n")}`,
      front.replace("---\n", "--- \t\nallowed-tools: [a, b]\n# a comment\nmetadata:\n  x: 1\n"),
      line(2048),
      `${front}# Tides\n---\nname: other\n---\n${"é".repeat(20000)}`,
      front.replace("Reads tide tables.", ">-\n  Reads\n  tide tables.")
    ])
      assert.deepEqual(yield* readingMd(content), good, content)
  })

  test("names of 1 and 64 characters, and descriptions of 1 and 1,024, are the bounds", function* () {
    assert.deepEqual(yield* naming("a", "b"), { name: "a", description: "b" })
    assert.isObject(yield* naming("a-9".padEnd(64, "z"), "é".repeat(1024)))
    for (const wrong of ["", "a".repeat(65), "Tide", "tide report", "tide_report", "tïde"])
      assert.include(yield* naming(wrong, "b"), "name: expected 1 to 64 characters of a-z, 0-9 and -")
    for (const wrong of ["", "b".repeat(1025)])
      assert.include(yield* naming("a", wrong), "description: expected 1 to 1024 characters")
  })

  test.each([
    ["---\nname: canary\n", "does not start with front matter between two lines of ---"],
    [`---\nx: "${"y".repeat(16384)}"\n${front.slice(4)}`, "within 16384 bytes"],
    ["---\nname: [canary\n---\n", "is not valid YAML"],
    ["---\nname: a\ndescription: Reads: canary\n---\n", 'YAML at line 3: quote a value that contains ": "'],
    ["---\nname: 12\n---\n", "name: expected string; description: field required"],
    ["---\n__proto__: {name: a, description: b}\n---\n", "field required"],
    [line(2049), "has a line of over 2048 characters: fold it"]
  ])("that is invalid is reported, without its text: %#", function* ([content, message]) {
    const found = yield* readingMd(content)
    assert.include(found, message)
    assert.notInclude(found, "canary")
  })

  test("of 16 KiB that is hostile is read or refused before the test times out", function* () {
    const hostile = [
      "[".repeat(16000),
      "{a: ".repeat(4000),
      `a: &a [x]\n${"b: *a\n".repeat(2500)}`,
      `x: "${"\\u0041".repeat(2600)}`
    ]
    for (const text of hostile) yield* readingMd(`---\n${text}\n---\n`)
  })
})

const placing = (...paths: ReadonlyArray<string>) =>
  Effect.flatMap(zipOf(...paths.map((path) => stored(path, front))), reading)

test("SKILL.md stands at the root or in the only folder at the top, in UTF-8", function* () {
  for (const paths of [
    ["a/b.txt", "SKILL.md", "c/d/e"],
    ["tide/SKILL.md", "__MACOSX/tide/x"]
  ])
    assert.deepEqual(yield* placing(...paths), good, paths.join())
  for (const paths of [["skill.md"], ["a/b/SKILL.md"], ["a/SKILL.md", "b/x"], ["a/SKILL.md/x"]])
    assert.include(yield* placing(...paths), "no SKILL.md at its root or in its only folder", paths.join())
  const bytes = new Uint8Array([...Buffer.from(front), 0xff])
  assert.include(yield* reading(yield* zipOf(Zip.file("SKILL.md", bytes))), "not valid UTF-8")
})

test("SKILL.md is kept in memory where it may stand, not in a thousand other folders", function* () {
  const content = "-".repeat(frontMatterBytes)
  const many = Array.from({ length: 1_000 }, (_, index) => stored(`${index}/SKILL.md`, content))
  const zip = yield* zipOf(...many)
  const before = process.memoryUsage().heapUsed
  yield* reading(zip)
  assert.isBelow(process.memoryUsage().heapUsed - before, 64 * 1_048_576)
})
