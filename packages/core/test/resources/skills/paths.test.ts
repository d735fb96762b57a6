// The paths of a skill's zip: each entry has one, on every system and for every unpacker.
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { pathBytes } from "../../../src/resources/skills/limits.ts"
import { front, good, type RawEntry, rawZip, reading } from "../../fixtures/bundles.ts"
import { test } from "../../fixtures/effects.ts"

const skill: RawEntry = { name: "SKILL.md", content: front }

/** What is read from a zip with a SKILL.md and files of these paths. */
const withPaths = (...names: ReadonlyArray<string>) =>
  reading(rawZip(skill, ...names.map((name) => ({ name }))))

const collision = (left: number, right: number) =>
  `Entries ${left} and ${right} of the archive have one path on systems that ignore case or how accents are encoded: rename one`

describe("paths that some file systems take for one", () => {
  test("are refused, with the numbers of their entries", function* () {
    for (const [left, right] of [
      ["a.txt", "A.txt"],
      ["tide/a", "tide/A"],
      ["tide/a", "Tide/a"],
      ["tide/a", "Tide/b"],
      ["tide/", "TIDE/"],
      ["tide/", "Tide/b"],
      ["a/b/c", "a/B/d/e"],
      ["a", "a/"],
      ["a", "a/b"],
      ["a/b/c", "A/B"],
      ["caf\u00e9", "cafe\u0301"],
      ["caf\u00e9", "CAFE\u0301"],
      ["stra\u00dfe", "STRASSE"],
      ["stra\u00dfe", "stra\u1e9ee"],
      ["\u212a", "k"],
      ["\u03c3", "\u03c2"],
      ["\ufb01n", "FIN"],
      ["a\u200db", "ab"]
    ] as const) {
      assert.strictEqual(yield* withPaths(left, right), collision(2, 3), `${left} ${right}`)
      assert.strictEqual(yield* withPaths(right, "z", left), collision(2, 4), `${right} ${left}`)
    }
    assert.strictEqual(yield* withPaths("a", "skill.MD"), collision(1, 3))
    assert.strictEqual(yield* withPaths("SKILL.md/a"), collision(1, 2))
  })

  test("are none of those that differ otherwise", function* () {
    for (const paths of [
      ["a", "b", "A1", "a2"],
      ["tide/", "tide/a", "tide/b/", "tide/b/c"],
      ["tide/a", "tide.a", "tide-a", "tide a"],
      ["e", "é", "è", "ê"],
      ["a/b", "b/a", "ab", "a/ab"],
      ["日本/語", "日本語"]
    ]) {
      assert.deepEqual(yield* withPaths(...paths), good, paths.join())
    }
  })

  test("are found wherever they are, however they are written", function* () {
    const run = Effect.runPromiseWith(yield* Effect.context())
    const letter = fc.constantFrom(..."aébñσ字-9")
    const name = fc.string({ unit: letter, minLength: 1, maxLength: 3 })
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"))
    const rewritten = [
      (text: string) => text.toUpperCase(),
      (text: string) => text.normalize("NFD"),
      (text: string) => text.toUpperCase().normalize("NFD")
    ]
    yield* Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(
            path.map((one) => `x/${one}`),
            { maxLength: 8 }
          ),
          path,
          fc.constantFrom(...rewritten),
          fc.nat(8),
          async (others, one, rewrite, at) => {
            const paths = [`y/${one}`, ...others.map((other) => `${other}.txt`)]
            assert.deepEqual(await run(withPaths(...paths)), good)
            const twin = rewrite(`y/${one}`)
            fc.pre(twin !== `y/${one}`)
            const with2 = paths.toSpliced(at, 0, twin)
            assert.include(await run(withPaths(...with2)), "one path on systems that ignore case")
          }
        ),
        { numRuns: 200 }
      )
    )
  })

  test("are looked for among 1,000 paths of the greatest length before the test times out", function* () {
    const names = Array.from({ length: 999 }, (_, at) => `${"İ/".repeat(340)}${String(at)}`)
    assert.deepEqual(yield* withPaths(...names), good)
  })
})

describe("a path", () => {
  test("of 1,024 bytes is read, of 1,025 refused", function* () {
    assert.deepEqual(yield* withPaths("é".repeat(pathBytes / 2)), good)
    const longer = `${"é".repeat(pathBytes / 2)}a`
    const message = "Entry 3 of the archive has a path of over 1024 bytes"
    assert.strictEqual(yield* withPaths("a", longer), message)
  })
})
