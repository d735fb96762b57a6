// The index over a folder: skipped files, refreshes, restarts and damaged index files.
import { createHash } from "node:crypto"
import { readFileSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe } from "vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layerIndex, SearchFolderError, SearchIndex } from "../../src/index.ts"
import { fileBytes } from "../../src/search/limits.ts"
import { listening, scratch, write } from "./support.ts"
import { test } from "../support/engines.ts"

const paths = Effect.gen(function* () {
  const index = yield* SearchIndex
  return (yield* index.pages).map(({ path }) => path)
})
const refresh = SearchIndex.use((index) => index.refresh)

describe("a folder", () => {
  test("gives its text files, and nothing hidden, linked, binary, generated or too large", function* () {
    const [folder, outside] = yield* Effect.all([scratch, scratch])
    write(outside, { "secret.md": "outside", "deep/secret.md": "outside" })
    write(folder, {
      "b.md": "text",
      "a/c.HTML": "<p>text",
      "a/d.txt": "text",
      "e.markdown": "text",
      "largest.txt": "x ".repeat(fileBytes / 2),
      "too-large.txt": `${"x ".repeat(fileBytes / 2)}x`,
      "zero.md": new Uint8Array([0x61, 0, 0x62]),
      "latin.md": new Uint8Array([0x61, 0xe9, 0x62]),
      "code.ts": "text",
      ".hidden.md": "text",
      ".git/x.md": "text",
      "node_modules/x.md": "text",
      "a/dist/x.md": "text",
      "empty.md": ""
    })
    symlinkSync(join(outside, "secret.md"), join(folder, "linked.md"))
    symlinkSync(join(outside, "deep"), join(folder, "linked"))
    symlinkSync(folder, join(folder, "loop"))
    const { layer, lines } = listening()
    const found = yield* Effect.provide(paths, Layer.provide(layerIndex({ folder }), layer))
    assert.deepEqual(found, ["a/c.HTML", "a/d.txt", "b.md", "e.markdown", "empty.md", "largest.txt"])
    assert.lengthOf(lines, 1)
    assert.match(lines[0] ?? "", /^Skipped files in .*: 2 binary, 1 too large\./)
  })

  test("that is not there is a SearchFolderError with its name", function* () {
    const error = yield* Effect.flip(Effect.provide(paths, layerIndex({ folder: "/nowhere/at/all" })))
    assert.instanceOf(error, SearchFolderError)
    assert.match(error.message, /\/nowhere\/at\/all/)
  })

  test("may be searched in part", function* () {
    const folder = yield* scratch
    write(folder, { "a.md": "text", "b.md": "text" })
    const layer = layerIndex({ folder, include: (path) => path === "b.md" })
    assert.deepEqual(yield* Effect.provide(paths, layer), ["b.md"])
  })

  test("gives addresses that are percent-encoded, and dates of the file where none are written", function* () {
    const folder = yield* scratch
    write(folder, { "a b/ü#1.md": "text" })
    utimesSync(join(folder, "a b/ü#1.md"), new Date("2024-02-03T04:05:06Z"), new Date("2024-02-03T04:05:06Z"))
    const layer = layerIndex({ folder, baseUrl: "https://docs.example/base" })
    const [page] = yield* Effect.provide(
      SearchIndex.use((index) => index.pages),
      layer
    )
    assert.strictEqual(page?.url, "https://docs.example/base/a%20b/%C3%BC%231.md")
    assert.strictEqual(page?.host, "docs.example")
    assert.strictEqual(page?.date, "2024-02-03")
    assert.strictEqual(page?.lastUpdated, "2024-02-03")
  })
})

describe("a refresh", () => {
  test("reads what has changed, drops what is gone and keeps the rest", function* () {
    const folder = yield* scratch
    write(folder, { "a.md": "about apples", "b.md": "about bears", "c.md": "about cars" })
    yield* Effect.gen(function* () {
      const index = yield* SearchIndex
      assert.deepEqual(yield* refresh, { kept: 3, leftOut: 0, read: 0, removed: 0 })
      write(folder, { "b.md": "about bananas", "d.md": "about doors" })
      rmSync(join(folder, "c.md"))
      assert.deepEqual(yield* refresh, { kept: 1, leftOut: 0, read: 2, removed: 1 })
      assert.deepEqual(yield* paths, ["a.md", "b.md", "d.md"])
      assert.strictEqual((yield* index.query({ query: "bananas" }))[0]?.page.path, "b.md")
      assert.deepEqual(yield* index.query({ query: "bears", mode: "lexical" }), [])
    }).pipe(Effect.provide(layerIndex({ folder })))
  })
})

describe("a stored index", () => {
  const stored = Effect.gen(function* () {
    const [folder, data] = yield* Effect.all([scratch, scratch])
    write(folder, { "a.md": "about apples", "b.md": "about bears" })
    const options = { folder, indexFile: join(data, "search.index") }
    const { layer, lines } = listening()
    /** Starts an index; returns what a refresh reports. */
    const start = Effect.provide(
      Effect.gen(function* () {
        const index = yield* SearchIndex
        const found = yield* index.query({ query: "bears", mode: "lexical" })
        return found.map(({ page }) => page.path)
      }),
      Layer.provide(layerIndex(options), layer)
    )
    return { ...options, data, lines, start }
  })

  test("survives a restart byte for byte, alone in its folder", function* () {
    const { data, indexFile, lines, start } = yield* stored
    assert.deepEqual(yield* start, ["b.md"])
    const first = readFileSync(indexFile)
    assert.deepEqual(yield* start, ["b.md"])
    assert.deepEqual(readFileSync(indexFile), first)
    assert.deepEqual(readdirSync(data), ["search.index"])
    assert.deepEqual(lines, [])
  })

  test("is what a restart uses for files that have not changed, and for no other", function* () {
    const { folder, indexFile, start } = yield* stored
    yield* start
    // A stored term that is another one shows where an answer comes from.
    const forged = readFileSync(indexFile)
    assert.match(forged.subarray(0, 32).toString(), /^leadline-search \d+\.\d+ +\n$/)
    forged.write("seal", forged.indexOf("bear"))
    const [checksum, content] = [40, 72]
    createHash("sha256").update(forged.subarray(content)).digest().copy(forged, checksum)
    writeFileSync(indexFile, forged)
    assert.deepEqual(yield* start, [])
    write(folder, { "b.md": "about bears again" })
    assert.deepEqual(yield* start, ["b.md"])
  })

  test("that is damaged anywhere is rebuilt, with one warning", function* () {
    const { indexFile, lines, start } = yield* stored
    yield* start
    const whole = readFileSync(indexFile)
    const damaged = (at: number) => {
      const copy = Uint8Array.from(whole)
      copy[at] = (copy[at] ?? 0) ^ 1
      return copy
    }
    const wrecks = [
      new Uint8Array(),
      whole.subarray(0, 40),
      whole.subarray(0, -1),
      damaged(30),
      damaged(whole.length - 5),
      damaged(100)
    ]
    for (const wreck of wrecks) {
      lines.length = 0
      writeFileSync(indexFile, wreck)
      assert.deepEqual(yield* start, ["b.md"])
      assert.lengthOf(lines, 1)
      assert.match(lines[0] ?? "", /damaged: it will be rebuilt/)
      assert.deepEqual(readFileSync(indexFile), whole)
    }
  })

  test("of another version is rebuilt without a warning", function* () {
    const { indexFile, lines, start } = yield* stored
    writeFileSync(indexFile, "leadline-search 0.0 abc\n[]")
    assert.deepEqual(yield* start, ["b.md"])
    assert.deepEqual(lines, [])
  })

  test("that cannot be written is a warning, no failure", function* () {
    const folder = yield* scratch
    write(folder, { "a.md": "about apples" })
    const { layer, lines } = listening()
    const options = { folder, indexFile: join(folder, "not/there/search.index") }
    assert.deepEqual(yield* Effect.provide(paths, Layer.provide(layerIndex(options), layer)), ["a.md"])
    assert.match(lines.join(), /cannot be written/)
  })
})
