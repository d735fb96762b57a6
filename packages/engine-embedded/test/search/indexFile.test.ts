// The index in a file: restarts, other versions, damage, and a file that another process has open.
import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert } from "vitest"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import * as TestClock from "effect/testing/TestClock"
import { indexFolder, layerIndex, SearchIndex } from "../../src/index.ts"
import { folderOf, scratch, write } from "./support.ts"
import { test } from "../support/engines.ts"

const words = ["apple", "bear", "car", "door", "engine", "forest", "garden", "harbour", "island", "jacket"]

/** Paths and passages that each word finds. */
const answers = Effect.gen(function* () {
  const index = yield* SearchIndex
  const found = yield* Effect.forEach(words, (query) => index.query({ query, mode: "lexical" }))
  return {
    found: found.map((pages) =>
      pages.flatMap(({ page, passages }) => passages.map(({ text }) => `${page.path}: ${text}`)).toSorted()
    ),
    pages: (yield* index.pages).map(({ path }) => path)
  }
})

test("an index that is refreshed finds after any changes and restarts what a new one finds", function* () {
  const indexFile = join(yield* scratch, "search.index")
  const files = { "stays.md": "An island with a garden." }
  const { folder, index: layer } = yield* folderOf(files, { indexFile })
  const change = fc.tuple(fc.nat(7), fc.nat(9), fc.nat(9), fc.boolean())
  const random = fc.sample(change, { numRuns: 60, seed: 3 })
  for (let restart = 0; restart < 3; restart++) {
    yield* Effect.gen(function* () {
      const index = yield* SearchIndex
      for (const [page, first, second, removes] of random.slice(20 * restart, 20 * restart + 20)) {
        const path = `folder${page % 3}/page${page}.md`
        if (removes) rmSync(join(folder, path), { force: true })
        else write(folder, { [path]: `# Page ${page}\n\nA ${words[first]} and a ${words[second]}.` })
        yield* index.refresh
      }
      assert.deepEqual(yield* answers, yield* Effect.provide(answers, layerIndex({ folder })))
    }).pipe(Effect.provide(layer))
  }
})

test("an index that is refreshed reads no file whose size and time are known, but for one that was changed just now", function* () {
  const { folder, index: layer } = yield* folderOf({}, { indexFile: join(yield* scratch, "search.index") })
  const old = Date.parse("2026-01-02T03:04:05Z")
  yield* TestClock.setTime(old + 60_000)
  /** Writes the file with a time; gives how many pages are about bears. */
  const bearsAfter = Effect.fnUntraced(function* (text: string, time: number) {
    write(folder, { "a.md": text })
    utimesSync(join(folder, "a.md"), time / 1000, time / 1000)
    return yield* Effect.gen(function* () {
      const index = yield* SearchIndex
      const { read } = yield* index.refresh
      assert.strictEqual(read, 0)
      return (yield* index.query({ query: "bears", mode: "lexical" })).length
    }).pipe(Effect.provide(layer))
  })
  assert.strictEqual(yield* bearsAfter("about bears", old), 1)
  // The same size and the same time: the file is not read.
  assert.strictEqual(yield* bearsAfter("about seals", old), 1)
  // Changed a moment before it is read: its time says too little, so the next refresh reads it again.
  assert.strictEqual(yield* bearsAfter("about bears", old + 59_500), 1)
  assert.strictEqual(yield* bearsAfter("about seals", old + 59_500), 0)
})

const bears = SearchIndex.use((index) => index.query({ query: "bears", mode: "lexical" })).pipe(
  Effect.map((found) => found.map(({ page }) => page.path).join())
)
/** An index file; what `bears` is over it at a start, and what is logged. */
const stored = Effect.gen(function* () {
  const data = yield* scratch
  const indexFile = join(data, "search.index")
  const files = { "a.md": "about apples", "b.md": "about bears" }
  const { folder, index, lines } = yield* folderOf(files, { indexFile })
  const start = Effect.suspend(() => {
    lines.length = 0
    return Effect.provide(bears, index)
  })
  assert.strictEqual(yield* start, "b.md")
  assert.deepEqual(lines, [])
  return { data, folder, indexFile, lines, start }
})

test("an index file that is damaged is rebuilt, with one warning; one of another version without", function* () {
  const { data, indexFile, lines, start } = yield* stored
  assert.deepEqual(readdirSync(data), ["search.index"])
  const whole = readFileSync(indexFile)
  const overwritten = (from: number) =>
    Buffer.concat([whole.subarray(0, from), Buffer.alloc(whole.length - from, 7)])
  for (const wreck of [whole.subarray(0, 5_000), overwritten(0), overwritten(200), overwritten(4_096)]) {
    writeFileSync(indexFile, wreck)
    assert.strictEqual(yield* start, "b.md")
    assert.lengthOf(lines, 1)
    assert.match(lines[0] ?? "", /damaged: it will be rebuilt/)
    assert.strictEqual(yield* start, "b.md")
    assert.deepEqual(lines, [])
  }
  const database = new DatabaseSync(indexFile)
  database.exec("PRAGMA user_version = 1; CREATE TABLE other (name TEXT)")
  database.close()
  assert.strictEqual(yield* start, "b.md")
  assert.deepEqual(lines, [])
})

test("an index file of another folder is compared by content: its files may have the same sizes and times", function* () {
  const options = { indexFile: join(yield* scratch, "search.index") }
  // Long after the files were changed: their times say enough.
  yield* TestClock.setTime(Date.parse("2026-01-02T03:04:05Z"))
  for (const [text, found] of [
    ["about bears", "a.md"],
    ["about seals", ""]
  ] as const) {
    const { folder, index } = yield* folderOf({ "a.md": text }, options)
    utimesSync(join(folder, "a.md"), 1_000, 1_000)
    assert.strictEqual(yield* Effect.provide(bears, index), found)
  }
})

test("an index file that another one has open, or that cannot be written, is left alone, with a warning", function* () {
  const { data, folder, indexFile, lines, start } = yield* stored
  yield* Effect.gen(function* () {
    assert.strictEqual(yield* start, "b.md")
    assert.match(lines.join(), /in use by another process/)
    const { message } = yield* Effect.flip(indexFolder({ folder, indexFile }))
    assert.match(message, /in use by another process: nothing is stored/)
  }).pipe(Effect.provide(layerIndex({ folder, indexFile })))
  assert.strictEqual(yield* start, "b.md")
  assert.deepEqual(lines, [])
  rmSync(data, { recursive: true })
  assert.strictEqual(yield* start, "b.md")
  assert.match(lines.join(), /cannot be written/)
})
