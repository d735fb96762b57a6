// The index over many refreshes and restarts: segments are merged, files are touched, and a fresh index says the same.
import { readFileSync, rmSync, statSync, utimesSync } from "node:fs"
import { join } from "node:path"
import { assert, describe } from "vitest"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import * as TestClock from "effect/testing/TestClock"
import { layerIndex, SearchIndex } from "../../src/index.ts"
import { find, scratch, write } from "./support.ts"
import { layerSearch } from "../../src/index.ts"
import { test } from "../support/engines.ts"

const words = ["apple", "bear", "car", "door", "engine", "forest", "garden", "harbour", "island", "jacket"]

/** Paths and passages that each word finds. */
const answers = Effect.gen(function* () {
  const index = yield* SearchIndex
  const found: { [word: string]: ReadonlyArray<string> } = {}
  for (const query of words)
    found[query] = (yield* index.query({ query, mode: "lexical" }))
      .map(({ page, passage }) => `${page.path}: ${passage.text}`)
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

  test("stores a touched file without its content", function* () {
    const [folder, data] = yield* Effect.all([scratch, scratch])
    const indexFile = join(data, "search.index")
    write(folder, { "a.md": "bears ".repeat(10_000) })
    const refreshed = Effect.gen(function* () {
      const index = yield* SearchIndex
      utimesSync(join(folder, "a.md"), new Date("2025-02-03"), new Date("2025-02-03"))
      const before = statSync(indexFile).size
      assert.deepEqual(yield* index.refresh, { kept: 1, leftOut: 0, read: 0, removed: 0 })
      assert.isBelow(statSync(indexFile).size, before + 1_000)
      return (yield* index.pages).map(({ date }) => date)
    })
    assert.deepEqual(yield* Effect.provide(refreshed, layerIndex({ folder, indexFile })), ["2025-02-03"])
    assert.isAbove(readFileSync(indexFile).length, 60_000)
  })
})

describe("a filter by language", () => {
  test("keeps short pages: they are taken to be in the language of their folder", function* () {
    const folder = yield* scratch
    write(folder, {
      "fr/long.md": "Le serveur est prêt quand la ligne apparaît dans la console et il répond sur le port.",
      "fr/short.md": "xkcd 42 port",
      "en/long.md": "The server is ready when the line appears on the console, and it answers on the port.",
      "en/short.md": "port 8080",
      "de/own.md": "---\nlanguage: de\n---\nport"
    })
    const paths = (language: string) =>
      Effect.map(
        Effect.provide(find({ query: "port", search_language_filter: [language] }), layerSearch({ folder })),
        ({ results }) => results.map(({ url }) => url.replace("https://leadline.example/", "")).toSorted()
      )
    assert.deepEqual(yield* paths("fr"), ["fr/long.md", "fr/short.md"])
    assert.deepEqual(yield* paths("en"), ["en/long.md", "en/short.md"])
    assert.deepEqual(yield* paths("de"), ["de/own.md"])
  })

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
