// The index over a folder: files that are left out, refreshes, and what it follows without one.
import { chmodSync, renameSync, rmSync, symlinkSync, truncateSync, utimesSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, vi } from "vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { layerIndex, SearchFolderError, SearchIndex } from "../../src/index.ts"
import { fileBytes, folderBytes } from "../../src/search/limits.ts"
import { datesOf } from "../../src/search/page.ts"
import { listening, scratch, write } from "./support.ts"
import { test } from "../support/engines.ts"

const paths = SearchIndex.use((index) => Effect.map(index.pages, (pages) => pages.map(({ path }) => path)))
const refresh = SearchIndex.use((index) => index.refresh)
const nothing = { kept: 0, leftOut: 0, otherKinds: 0, read: 0, removed: 0 }
const binary = new Uint8Array([0x61, 0, 0x62])

/** Takes all rights to what is in a folder, and those of the superuser, until the scope ends. */
const close = (folder: string, path: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      chmodSync(folder, 0o755)
      chmodSync(join(folder, path), 0)
      if (process.getuid?.() === 0) process.seteuid?.(65_534)
    }),
    () =>
      Effect.sync(() => {
        if (process.getuid?.() === 0) process.seteuid?.(0)
        chmodSync(join(folder, path), 0o755)
      })
  )

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
      "zero.md": binary,
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
    const named = /: latin\.md \(not UTF-8\), too-large\.txt \(too large\), zero\.md \(binary\)\.$/
    assert.match(lines[0] ?? "", named)
  })

  test("may be searched in part, also after a file with more bytes than all of a folder may have", function* () {
    const folder = yield* scratch
    write(folder, { "a.txt": "", "b.md": "text", "c.md": "text" })
    truncateSync(join(folder, "a.txt"), folderBytes + 1)
    const layer = layerIndex({ folder, include: (path) => path !== "c.md" })
    assert.deepEqual(yield* Effect.provide(paths, layer), ["b.md"])
  })

  test("keeps the page of a file that cannot be read now, and reads it as soon as it can", function* () {
    const folder = yield* scratch
    write(folder, { "a.md": "text" })
    yield* Effect.gen(function* () {
      write(folder, { "a.md": "another text" })
      yield* Effect.scoped(
        Effect.andThen(
          close(folder, "a.md"),
          Effect.map(refresh, (result) => assert.deepEqual(result, { ...nothing, kept: 1 }))
        )
      )
      assert.deepEqual(yield* refresh, { ...nothing, read: 1 })
    }).pipe(Effect.provide(layerIndex({ folder })))
  })

  test("may have files of any time: their dates have years of four digits", function* () {
    const dates = [-1e18, 8.65e15].map((time) => datesOf({ date: undefined, lastUpdated: undefined }, time))
    assert.deepEqual(
      dates.map(({ date, updated }) => [date, updated]),
      [
        ["0000-01-01", "0000-01-01"],
        ["9999-12-31", "9999-12-31"]
      ]
    )
    yield* Effect.void
  })

  test("that is not there is a SearchFolderError with its name", function* () {
    const error = yield* Effect.flip(Effect.provide(paths, layerIndex({ folder: "/nowhere/at/all" })))
    assert.instanceOf(error, SearchFolderError)
    assert.match(error.message, /\/nowhere\/at\/all/)
  })

  test("gives addresses that are percent-encoded, and dates of the file where none are written", function* () {
    const folder = yield* scratch
    write(folder, { "a b/ü#1.md": "text" })
    utimesSync(join(folder, "a b/ü#1.md"), new Date("2024-02-03T04:05:06Z"), new Date("2024-02-03T04:05:06Z"))
    const layer = layerIndex({ folder, baseUrl: "https://docs.example/base" })
    const pages = SearchIndex.use((index) => index.pages)
    assert.deepInclude((yield* Effect.provide(pages, layer))[0], {
      url: "https://docs.example/base/a%20b/%C3%BC%231.md",
      date: "2024-02-03",
      lastUpdated: "2024-02-03"
    })
  })
})

describe("a refresh", () => {
  test("reads what has changed, drops what is gone, keeps the rest, and names once what is left out", function* () {
    const folder = yield* scratch
    const { layer, lines } = listening()
    write(folder, { "a.md": "about apples", "b.md": "about bears", "c.md": "cars", "z.md": binary })
    write(folder, { "c.pdf": "", ".c.pdf": "" })
    yield* Effect.gen(function* () {
      const index = yield* SearchIndex
      assert.deepEqual(yield* refresh, { ...nothing, kept: 3, leftOut: 1, otherKinds: 1 })
      write(folder, { "b.md": "about bananas", "d.md": "about doors" })
      rmSync(join(folder, "c.md"))
      assert.deepEqual(yield* refresh, { kept: 1, leftOut: 1, otherKinds: 1, read: 2, removed: 1 })
      assert.deepEqual(yield* paths, ["a.md", "b.md", "d.md"])
      assert.strictEqual((yield* index.query({ query: "bananas" }))[0]?.page.path, "b.md")
      assert.deepEqual(yield* index.query({ query: "bears", mode: "lexical" }), [])
      assert.lengthOf(lines, 1)
      write(folder, { "d.md": binary })
      assert.deepEqual(yield* refresh, { kept: 2, leftOut: 2, otherKinds: 1, read: 0, removed: 1 })
      assert.match(lines[1] ?? "", /: d\.md \(binary\)\.$/)
      write(folder, { "d.md": "about doors again" })
      assert.deepEqual(yield* refresh, { ...nothing, kept: 2, leftOut: 1, otherKinds: 1, read: 1 })
      assert.lengthOf(lines, 2)
    }).pipe(Effect.provide(Layer.provideMerge(layerIndex({ folder }), layer)))
  })

  test("keeps the pages of a folder inside that cannot be read, and names it once", function* () {
    const folder = yield* scratch
    write(folder, { "a.md": "about apples", "sub/b.md": "about bears", "sub.md": "", "sub0.md": "" })
    const { layer, lines } = listening()
    const index = Layer.provideMerge(layerIndex({ folder }), layer)
    const closed = Effect.andThen(close(folder, "sub"), Effect.provide(paths, index))
    assert.deepEqual(yield* Effect.scoped(closed), ["a.md", "sub.md", "sub0.md"])
    assert.match(lines.pop() ?? "", /: sub\/ \(cannot be read\)\.$/)
    yield* Effect.gen(function* () {
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* close(folder, "sub")
          assert.deepEqual(yield* refresh, { ...nothing, kept: 4 })
          yield* refresh
        })
      )
      assert.lengthOf(lines, 1)
      assert.match(lines[0] ?? "", /: sub\/ \(cannot be read: its pages stay as they were\)\.$/)
      rmSync(join(folder, "sub"), { recursive: true })
      assert.deepEqual(yield* refresh, { ...nothing, kept: 3, removed: 1 })
    }).pipe(Effect.provide(index))
  })
})

test("a query has pages of its mode alone while pages of another one are added", function* () {
  const folder = yield* scratch
  write(folder, { "web.md": "about apples" })
  yield* Effect.gen(function* () {
    const index = yield* SearchIndex
    const names = Array.from({ length: 200 }, (_, at) => [`academic/${at}.md`, `apples ${at}`])
    write(folder, Object.fromEntries(names))
    const refreshing = yield* Effect.forkChild(index.refresh)
    while (refreshing.pollUnsafe() === undefined) {
      const found = yield* index.query({ query: "apples", filters: { search_mode: "web" } })
      assert.strictEqual(found.map(({ page }) => page.path).join(), "web.md")
    }
    assert.strictEqual(yield* index.count, 201)
  }).pipe(Effect.provide(layerIndex({ folder })))
})

describe("the folder of a running index", () => {
  /** Lets time pass until the paths of a query are these, or something is logged, but for as long as it finds apples. */
  const until = Effect.fnUntraced(function* (query: string, ...wanted: ReadonlyArray<string>) {
    const index = yield* SearchIndex
    for (;;) {
      const found = (yield* index.query({ query, mode: "lexical" })).map(({ page }) => page.path)
      if (found.join() === wanted.join()) return
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      yield* TestClock.adjust("100 millis")
    }
  })
  const untilLogged = Effect.fnUntraced(function* (lines: ReadonlyArray<string>, said: RegExp) {
    while (lines.length === 0) yield* Effect.andThen(until("apples", "a.md"), TestClock.adjust("1 second"))
    assert.match(lines[0] ?? "", said)
  })

  test("is followed: pages that are new, changed, moved or gone; also after it was away", function* () {
    const parent = yield* scratch
    const [folder, away] = [join(parent, "pages"), join(parent, "away")]
    write(folder, { "a.md": "about apples", "b.md": "about bears" })
    const { layer, lines } = listening()
    yield* Effect.gen(function* () {
      write(folder, { "new/c.md": "about cars" })
      yield* until("cars", "new/c.md")
      write(folder, { "new/c.md": "about carpets, not the others" })
      yield* until("carpets", "new/c.md")
      yield* until("cars")
      rmSync(join(folder, "b.md"))
      yield* until("bears")
      renameSync(join(folder, "new"), join(folder, "old"))
      yield* until("carpets", "old/c.md")
      renameSync(folder, away)
      write(away, { "b.md": "about bears" })
      yield* untilLogged(lines, /cannot be read/)
      for (let look = 0; look < 3; look++)
        yield* Effect.andThen(until("apples", "a.md"), TestClock.adjust("1 second"))
      renameSync(away, folder)
      yield* until("bears", "b.md")
      assert.lengthOf(lines, 2, lines.join())
      assert.match(lines[1] ?? "", /can be read again/)
    }).pipe(Effect.provide(Layer.provideMerge(layerIndex({ folder }), layer)))
  })

  test("is followed on after a refresh that a full disk stops, and then has what that one left", function* () {
    const folder = yield* scratch
    write(folder, { "a.md": "about apples" })
    const { layer, lines } = listening()
    yield* Effect.gen(function* () {
      const exec = Reflect.get(DatabaseSync.prototype, "exec")
      const full = vi.spyOn(DatabaseSync.prototype, "exec").mockImplementation(function (
        this: DatabaseSync,
        sql
      ) {
        if (sql === "COMMIT") throw new Error("database or disk is full")
        return exec.call(this, sql)
      })
      write(folder, { "b.md": "about bears" })
      utimesSync(join(folder, "b.md"), 1_600_000_000, 1_600_000_000)
      yield* untilLogged(lines, /could not be brought up to date/)
      full.mockRestore()
      yield* until("bears", "b.md")
    }).pipe(Effect.provide(Layer.provideMerge(layerIndex({ folder }), layer)))
  })
})
