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
import { listening, scratch, write } from "./support.ts"
import { test } from "../support/engines.ts"

const paths = Effect.gen(function* () {
  const index = yield* SearchIndex
  return (yield* index.pages).map(({ path }) => path)
})
const refresh = SearchIndex.use((index) => index.refresh)

/** Takes all rights to a folder, and those of the superuser, until the scope ends. */
const closeFolder = (folder: string, path: string) =>
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
    assert.match(
      lines[0] ?? "",
      /: latin\.md \(not UTF-8\), too-large\.txt \(too large\), zero\.md \(binary\)\.$/
    )
  })

  test("gives the files after one that has more bytes than all of a folder may have", function* () {
    const folder = yield* scratch
    write(folder, { "a.txt": "", "b.md": "text" })
    truncateSync(join(folder, "a.txt"), folderBytes + 1)
    assert.deepEqual(yield* Effect.provide(paths, layerIndex({ folder })), ["b.md"])
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
    write(folder, {
      "a.md": "about apples",
      "b.md": "about bears",
      "c.md": "about cars",
      "c.pdf": "",
      ".c.pdf": ""
    })
    yield* Effect.gen(function* () {
      const index = yield* SearchIndex
      assert.deepEqual(yield* refresh, { kept: 3, leftOut: 0, otherKinds: 1, read: 0, removed: 0 })
      write(folder, { "b.md": "about bananas", "d.md": "about doors" })
      rmSync(join(folder, "c.md"))
      assert.deepEqual(yield* refresh, { kept: 1, leftOut: 0, otherKinds: 1, read: 2, removed: 1 })
      assert.deepEqual(yield* paths, ["a.md", "b.md", "d.md"])
      assert.strictEqual((yield* index.query({ query: "bananas" }))[0]?.page.path, "b.md")
      assert.deepEqual(yield* index.query({ query: "bears", mode: "lexical" }), [])
    }).pipe(Effect.provide(layerIndex({ folder })))
  })
})

describe("files that are left out", () => {
  test("are named once, and again when they change", function* () {
    const folder = yield* scratch
    write(folder, { "a.md": "about apples", "b.md": new Uint8Array([0x61, 0, 0x62]) })
    const { layer, lines } = listening()
    yield* Effect.gen(function* () {
      assert.deepEqual(yield* refresh, { kept: 1, leftOut: 1, otherKinds: 0, read: 0, removed: 0 })
      assert.lengthOf(lines, 1)
      write(folder, { "a.md": new Uint8Array([0x61, 0, 0x62, 0x63]) })
      assert.deepEqual(yield* refresh, { kept: 0, leftOut: 2, otherKinds: 0, read: 0, removed: 1 })
      assert.match(lines[1] ?? "", /: a\.md \(binary\)\.$/)
      write(folder, { "a.md": "about apples again" })
      assert.deepEqual(yield* refresh, { kept: 0, leftOut: 1, otherKinds: 0, read: 1, removed: 0 })
      assert.lengthOf(lines, 2)
    }).pipe(Effect.provide(Layer.provideMerge(layerIndex({ folder }), layer)))
  })
})

describe("a folder inside that cannot be read", () => {
  test("is named", function* () {
    const folder = yield* scratch
    write(folder, { "a.md": "about apples", "sub/b.md": "about bears" })
    const { layer, lines } = listening()
    const found = Effect.provide(paths, Layer.provide(layerIndex({ folder }), layer))
    assert.deepEqual(yield* Effect.scoped(Effect.andThen(closeFolder(folder, "sub"), found)), ["a.md"])
    assert.lengthOf(lines, 1)
    assert.match(lines[0] ?? "", /: sub\/ \(cannot be read\)\.$/)
  })

  test("keeps the pages that it had, and is named once", function* () {
    const folder = yield* scratch
    write(folder, { "a.md": "about apples", "sub/b.md": "about bears", "sub.md": "", "sub0.md": "" })
    const { layer, lines } = listening()
    yield* Effect.gen(function* () {
      const closed = Effect.gen(function* () {
        yield* closeFolder(folder, "sub")
        assert.deepEqual(yield* refresh, { kept: 4, leftOut: 0, otherKinds: 0, read: 0, removed: 0 })
        yield* refresh
      })
      yield* Effect.scoped(closed)
      assert.lengthOf(lines, 1)
      assert.match(lines[0] ?? "", /: sub\/ \(cannot be read: its pages stay as they were\)\.$/)
      rmSync(join(folder, "sub"), { recursive: true })
      assert.deepEqual(yield* refresh, { kept: 3, leftOut: 0, otherKinds: 0, read: 0, removed: 1 })
    }).pipe(Effect.provide(Layer.provideMerge(layerIndex({ folder }), layer)))
  })
})

describe("the folder of a running index", () => {
  /** Lets time pass and files be noticed until the paths of a query are these. */
  const until = Effect.fnUntraced(function* (query: string, wanted: ReadonlyArray<string>) {
    const index = yield* SearchIndex
    for (;;) {
      const found = (yield* index.query({ query, mode: "lexical" })).map(({ page }) => page.path)
      if (found.join() === wanted.join()) return
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      yield* TestClock.adjust("100 millis")
    }
  })

  test("is followed: pages that are new, changed, moved or gone", function* () {
    const folder = yield* scratch
    write(folder, { "a.md": "about apples", "b.md": "about bears" })
    yield* Effect.gen(function* () {
      write(folder, { "new/c.md": "about cars" })
      yield* until("cars", ["new/c.md"])
      write(folder, { "new/c.md": "about carpets, not the others" })
      yield* until("carpets", ["new/c.md"])
      yield* until("cars", [])
      rmSync(join(folder, "b.md"))
      yield* until("bears", [])
      renameSync(join(folder, "new"), join(folder, "old"))
      yield* until("carpets", ["old/c.md"])
    }).pipe(Effect.provide(layerIndex({ folder })))
  })

  test("may go away and come back", function* () {
    const parent = yield* scratch
    const folder = join(parent, "pages")
    write(folder, { "a.md": "about apples" })
    const { layer, lines } = listening()
    yield* Effect.gen(function* () {
      renameSync(folder, join(parent, "away"))
      write(join(parent, "away"), { "b.md": "about bears" })
      while (lines.length === 0)
        yield* until("apples", ["a.md"]).pipe(Effect.andThen(TestClock.adjust("1 second")))
      assert.match(lines[0] ?? "", /cannot be read/)
      renameSync(join(parent, "away"), folder)
      yield* until("bears", ["b.md"])
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
      while (lines.length === 0)
        yield* until("apples", ["a.md"]).pipe(Effect.andThen(TestClock.adjust("1 second")))
      assert.match(lines[0] ?? "", /could not be brought up to date/)
      full.mockRestore()
      yield* until("bears", ["b.md"])
    }).pipe(Effect.provide(Layer.provideMerge(layerIndex({ folder }), layer)))
  })
})
