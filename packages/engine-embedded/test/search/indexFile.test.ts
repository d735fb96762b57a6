// The index in a file: restarts, other versions, damage, and a file that another process has open.
import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, vi } from "vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as fc from "fast-check"
import * as TestClock from "effect/testing/TestClock"
import { indexFolder, layerIndex, SearchIndex } from "../../src/index.ts"
import { find, listening, scratch, write } from "./support.ts"
import { layerSearch } from "../../src/index.ts"
import { test } from "../support/engines.ts"

const words = ["apple", "bear", "car", "door", "engine", "forest", "garden", "harbour", "island", "jacket"]

/** Paths and passages that each word finds. */
const answers = Effect.gen(function* () {
  const index = yield* SearchIndex
  const found: { [word: string]: ReadonlyArray<string> } = {}
  for (const query of words)
    found[query] = (yield* index.query({ query, mode: "lexical" }))
      .flatMap(({ page, passages }) => passages.map(({ text }) => `${page.path}: ${text}`))
      .toSorted()
  return { found, pages: (yield* index.pages).map(({ path }) => path) }
})

describe("an index that is refreshed", () => {
  test("finds after any changes and restarts what a new one finds", function* () {
    const [folder, data] = yield* Effect.all([scratch, scratch])
    const indexFile = join(data, "search.index")
    const random = fc.sample(fc.tuple(fc.nat(7), fc.nat(9), fc.nat(9), fc.boolean()), {
      numRuns: 60,
      seed: 3
    })
    write(folder, { "stays.md": "# Stays\n\nAn island with a garden." })
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
      }).pipe(Effect.provide(layerIndex({ folder, indexFile })))
    }
    assert.deepEqual(
      yield* Effect.provide(answers, layerIndex({ folder, indexFile })),
      yield* Effect.provide(answers, layerIndex({ folder }))
    )
  })

  test("reads no file whose size and time are known, but for one that was changed just now", function* () {
    const [folder, data] = yield* Effect.all([scratch, scratch])
    const path = join(folder, "a.md")
    const old = new Date("2026-01-02T03:04:05Z")
    yield* TestClock.setTime(old.getTime() + 60_000)
    write(folder, { "a.md": "about bears" })
    utimesSync(path, old, old)
    const paths = Effect.gen(function* () {
      const index = yield* SearchIndex
      yield* index.refresh
      return (yield* index.query({ query: "bears", mode: "lexical" })).length
    }).pipe(Effect.provide(layerIndex({ folder, indexFile: join(data, "search.index") })))
    assert.strictEqual(yield* paths, 1)
    // The same size and the same time: the file is not read.
    write(folder, { "a.md": "about seals" })
    utimesSync(path, old, old)
    assert.strictEqual(yield* paths, 1)
    // Changed a moment before it is read: its time says too little, so the next refresh reads it again.
    const now = new Date(old.getTime() + 59_500)
    write(folder, { "a.md": "about bears" })
    utimesSync(path, now, now)
    assert.strictEqual(yield* paths, 1)
    write(folder, { "a.md": "about seals" })
    utimesSync(path, now, now)
    assert.strictEqual(yield* paths, 0)
  })

  test("gives a touched file its new date without reading it anew", function* () {
    const [folder, data] = yield* Effect.all([scratch, scratch])
    write(folder, { "a.md": "bears ".repeat(10_000) })
    const refreshed = Effect.gen(function* () {
      const index = yield* SearchIndex
      utimesSync(join(folder, "a.md"), new Date("2025-02-03"), new Date("2025-02-03"))
      assert.deepEqual(yield* index.refresh, { kept: 1, leftOut: 0, otherKinds: 0, read: 0, removed: 0 })
      return (yield* index.pages).map(({ date }) => date)
    })
    const layer = layerIndex({ folder, indexFile: join(data, "search.index") })
    assert.deepEqual(yield* Effect.provide(refreshed, layer), ["2025-02-03"])
  })
})

describe("an index file", () => {
  const stored = Effect.gen(function* () {
    const [folder, data] = yield* Effect.all([scratch, scratch])
    write(folder, { "a.md": "about apples", "b.md": "about bears" })
    const options = { folder, indexFile: join(data, "search.index") }
    const { layer, lines } = listening()
    const bears = SearchIndex.use((index) => index.query({ query: "bears", mode: "lexical" })).pipe(
      Effect.map((found) => found.map(({ page }) => page.path))
    )
    const start = Effect.provide(bears, Layer.provide(layerIndex(options), layer))
    return { ...options, bears, data, lines, start }
  })

  test("survives a restart, alone in its folder", function* () {
    const { data, lines, start } = yield* stored
    assert.deepEqual(yield* start, ["b.md"])
    assert.deepEqual(yield* start, ["b.md"])
    assert.deepEqual(readdirSync(data), ["search.index"])
    assert.deepEqual(lines, [])
  })

  test("that is damaged is rebuilt, with one warning", function* () {
    const { indexFile, lines, start } = yield* stored
    yield* start
    const whole = readFileSync(indexFile)
    const overwritten = (from: number) =>
      Buffer.concat([whole.subarray(0, from), Buffer.alloc(whole.length - from, 7)])
    for (const wreck of [whole.subarray(0, 5_000), overwritten(0), overwritten(200), overwritten(4_096)]) {
      lines.length = 0
      writeFileSync(indexFile, wreck)
      assert.deepEqual(yield* start, ["b.md"])
      assert.lengthOf(lines, 1)
      assert.match(lines[0] ?? "", /damaged: it will be rebuilt/)
      lines.length = 0
      assert.deepEqual(yield* start, ["b.md"])
      assert.deepEqual(lines, [])
    }
  })

  test("that is damaged while it is used, and cannot be made anew, becomes a temporary one", function* () {
    const { bears, data, folder, indexFile } = yield* stored
    yield* Effect.gen(function* () {
      assert.deepEqual(yield* bears, ["b.md"])
      const prepare = vi.spyOn(DatabaseSync.prototype, "prepare").mockImplementationOnce(() => {
        throw Object.assign(new Error("database disk image is malformed"), { errcode: 11 })
      })
      rmSync(data, { recursive: true })
      write(folder, { "b.md": "about bears and boats" })
      assert.deepEqual(
        yield* Effect.andThen(Effect.ignore(SearchIndex.use(({ refresh }) => refresh)), bears),
        ["b.md"]
      )
      assert.isAbove(prepare.mock.calls.length, 1)
      prepare.mockRestore()
    }).pipe(Effect.provide(layerIndex({ folder, indexFile })))
  })

  test("of another version is rebuilt without a warning", function* () {
    const { indexFile, lines, start } = yield* stored
    const database = new DatabaseSync(indexFile)
    database.exec("PRAGMA user_version = 1; CREATE TABLE page (other TEXT)")
    database.close()
    assert.deepEqual(yield* start, ["b.md"])
    assert.deepEqual(lines, [])
  })

  test("that another one has open is left alone, with a warning", function* () {
    const { folder, indexFile, lines, start } = yield* stored
    yield* Effect.provide(
      Effect.gen(function* () {
        assert.deepEqual(yield* start, ["b.md"])
        assert.match(lines.join(), /in use by another process/)
        const { message } = yield* Effect.flip(indexFolder({ folder, indexFile }))
        assert.strictEqual(
          message,
          `The search index ${indexFile} is in use by another process: nothing is stored. ` +
            "A server that uses it keeps it up to date."
        )
      }),
      layerIndex({ folder, indexFile })
    )
    lines.length = 0
    assert.deepEqual(yield* start, ["b.md"])
    assert.deepEqual(lines, [])
  })

  test("that cannot be written is a warning, no failure", function* () {
    const { bears, folder } = yield* stored
    const { layer, lines } = listening()
    const options = { folder, indexFile: join(folder, "not/there/search.index") }
    assert.deepEqual(yield* Effect.provide(bears, Layer.provide(layerIndex(options), layer)), ["b.md"])
    assert.match(lines.join(), /cannot be written/)
  })
})

describe("a filter by language", () => {
  test("keeps pages whose language nothing tells", function* () {
    const folder = yield* scratch
    write(folder, { "a.md": "xkcd 42" })
    for (const language of ["en", "ja"]) {
      const { results } = yield* Effect.provide(
        find({ query: "xkcd", search_language_filter: [language] }),
        layerSearch({ folder })
      )
      assert.lengthOf(results, 1)
    }
  })
})
