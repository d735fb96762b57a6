// The index over a folder: files that are left out, refreshes, and what it follows without one.
import { chmodSync, renameSync, rmSync, symlinkSync, truncateSync, utimesSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, it, vi } from "vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { SearchIndex } from "../../src/index.ts"
import { fileBytes, folderBytes, pagePassages } from "../../src/search/limits.ts"
import { datesOf } from "../../src/search/page.ts"
import { folderOf, scratch, write } from "./support.ts"
import { test } from "../support/engines.ts"

const pages = SearchIndex.use((index) => index.pages)
const paths = Effect.map(pages, (all) => all.map(({ path }) => path))
const refresh = SearchIndex.use((index) => index.refresh)
const nothing = { kept: 0, leftOut: 0, otherKinds: 0, read: 0, removed: 0 }
const texts = (...names: ReadonlyArray<string>) => Object.fromEntries(names.map((name) => [name, "text"]))
const binary = new Uint8Array([0x61, 0, 0x62])

/** Runs work without any rights to what is in a folder, and without those of the superuser. */
const withoutRights = <A, E, R>(folder: string, path: string, work: Effect.Effect<A, E, R>) => {
  const isRoot = process.getuid?.() === 0
  const acquire = Effect.sync(() => {
    chmodSync(folder, 0o755)
    chmodSync(join(folder, path), 0)
    if (isRoot) process.seteuid?.(65_534)
  })
  const release = Effect.sync(() => {
    if (isRoot) process.seteuid?.(0)
    chmodSync(join(folder, path), 0o755)
  })
  return Effect.acquireUseRelease(
    acquire,
    () => work,
    () => release
  )
}

test("a folder gives its text files, and nothing hidden, linked, binary, generated or too large", function* () {
  const { folder: outside } = yield* folderOf({ "secret.md": "outside", "deep/secret.md": "outside" })
  const { folder, index, lines } = yield* folderOf({
    ...texts("b.md", "a/c.HTML", "a/d.txt", "e.markdown"),
    ...texts("code.ts", ".hidden.md", ".git/x.md", "node_modules/x.md", "coverage/x.md", "a/dist/x.md"),
    "largest.txt": "x ".repeat(fileBytes / 2),
    "too-large.txt": `${"x ".repeat(fileBytes / 2)}x`,
    "zero.md": binary,
    "latin.md": new Uint8Array([0x61, 0xe9, 0x62]),
    "empty.md": ""
  })
  symlinkSync(join(outside, "secret.md"), join(folder, "linked.md"))
  symlinkSync(join(outside, "deep"), join(folder, "linked"))
  symlinkSync(folder, join(folder, "loop"))
  const found = yield* Effect.provide(paths, index)
  assert.deepEqual(found, ["a/c.HTML", "a/d.txt", "b.md", "e.markdown", "empty.md", "largest.txt"])
  assert.lengthOf(lines, 1)
  const named = /: latin\.md \(not UTF-8\), too-large\.txt \(too large\), zero\.md \(binary\)\.$/
  assert.match(lines[0] ?? "", named)
})

test("a page that is nested too deeply is read as plain text, which the log says", function* () {
  const { index, lines } = yield* folderOf({ "deep.md": `${">".repeat(20_000)} calm\n\nSent by post.` })
  const found = SearchIndex.use(({ query }) => query({ query: "sent by post" }))
  const [page] = yield* Effect.provide(found, index)
  assert.match(page?.whole.at(-1)?.text ?? "", />>> calm\n\nSent by post\.$/)
  assert.deepEqual(
    lines.map((line) => line.split(":")[0]),
    ["deep.md is read as plain text"]
  )
})

test("a page with more than 2,048 parts is searched in these, which the log says", function* () {
  const { index, lines } = yield* folderOf({ "parts.md": "# Part\n\nIt is.\n\n".repeat(pagePassages + 1) })
  assert.lengthOf(yield* Effect.provide(pages, index), 1)
  assert.match(lines.join("|"), /: parts\.md \(its parts after the first 2048\)\.$/)
})

test("a folder may be searched in part, also after a file with more bytes than all of a folder may have", function* () {
  const files = { "a.txt": "", "b.md": "text", "c.md": "text" }
  const { folder, index } = yield* folderOf(files, { include: (path) => path !== "c.md" })
  truncateSync(join(folder, "a.txt"), folderBytes + 1)
  assert.deepEqual(yield* Effect.provide(paths, index), ["b.md"])
})

test("a folder keeps the page of a file that cannot be read now, and reads it as soon as it can", function* () {
  const { folder, index } = yield* folderOf({ "a.md": "text" })
  yield* Effect.gen(function* () {
    write(folder, { "a.md": "another text" })
    assert.deepEqual(yield* withoutRights(folder, "a.md", refresh), { ...nothing, kept: 1 })
    assert.deepEqual(yield* refresh, { ...nothing, read: 1 })
  }).pipe(Effect.provide(index))
})

it.each([
  [-1e18, "0000-01-01"],
  [8.65e15, "9999-12-31"]
])("a folder may have files of any time: %d is in a year of four digits, %s", (time, day) => {
  const { date, updated } = datesOf({ date: undefined, lastUpdated: undefined }, time)
  assert.deepEqual([date, updated], [day, day])
})

test("a folder gives addresses that are percent-encoded, and dates of the file where none are written", function* () {
  const path = "a b/ü#1.md"
  const { folder, index } = yield* folderOf({ [path]: "text" }, { baseUrl: "https://docs.example/base" })
  utimesSync(join(folder, path), new Date("2024-02-03T04:05:06Z"), new Date("2024-02-03T04:05:06Z"))
  const [page] = yield* Effect.provide(pages, index)
  const url = "https://docs.example/base/a%20b/%C3%BC%231.md"
  assert.deepInclude(page, { url, date: "2024-02-03", lastUpdated: "2024-02-03" })
})

test("a refresh reads what has changed, drops what is gone, keeps the rest, and names once what is left out", function* () {
  const about = { "a.md": "about apples", "b.md": "about bears", "c.md": "cars" }
  const given = yield* folderOf({ ...about, "z.md": binary, "c.pdf": "", ".c.pdf": "" })
  const { folder, lines } = given
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
  }).pipe(Effect.provide(given.index))
})

test("a refresh keeps the pages of a folder inside that cannot be read, and names it once", function* () {
  const files = { "a.md": "about apples", "sub/b.md": "about bears", "sub.md": "", "sub0.md": "" }
  const { folder, index, lines } = yield* folderOf(files)
  const found = yield* withoutRights(folder, "sub", Effect.provide(paths, index))
  assert.deepEqual(found, ["a.md", "sub.md", "sub0.md"])
  assert.match(lines.pop() ?? "", /: sub\/ \(cannot be read\)\.$/)
  yield* Effect.gen(function* () {
    const twice = yield* withoutRights(folder, "sub", Effect.all([refresh, refresh]))
    for (const result of twice) assert.deepEqual(result, { ...nothing, kept: 4 })
    assert.lengthOf(lines, 1)
    assert.match(lines[0] ?? "", /: sub\/ \(cannot be read: its pages stay as they were\)\.$/)
    rmSync(join(folder, "sub"), { recursive: true })
    assert.deepEqual(yield* refresh, { ...nothing, kept: 3, removed: 1 })
  }).pipe(Effect.provide(index))
})

test("a query has pages of its mode alone while pages of another one are added", function* () {
  const given = yield* folderOf({ "web.md": "about apples" })
  yield* Effect.gen(function* () {
    const index = yield* SearchIndex
    const names = Array.from({ length: 200 }, (_, at) => [`academic/${at}.md`, `apples ${at}`])
    write(given.folder, Object.fromEntries(names))
    const refreshing = yield* Effect.forkChild(index.refresh)
    while (refreshing.pollUnsafe() === undefined) {
      const found = yield* index.query({ query: "apples", filters: { search_mode: "web" } })
      assert.strictEqual(found.map(({ page }) => page.path).join(), "web.md")
    }
    assert.strictEqual(yield* index.count, 201)
  }).pipe(Effect.provide(given.index))
})

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

test("the folder of a running index is followed: pages that are new, changed, moved or gone; also after it was away", function* () {
  const { folder, index, lines } = yield* folderOf({ "a.md": "about apples", "b.md": "about bears" })
  const away = join(yield* scratch, "away")
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
  }).pipe(Effect.provide(index))
})

test("the folder of a running index is followed on after a refresh that a full disk stops, and then has what that one left", function* () {
  const { folder, index, lines } = yield* folderOf({ "a.md": "about apples" })
  // So that the size and the time of an old file are known.
  yield* TestClock.setTime(Date.parse("2026-01-02T03:04:05Z"))
  yield* Effect.gen(function* () {
    const exec = Reflect.get(DatabaseSync.prototype, "exec")
    const full = vi.spyOn(DatabaseSync.prototype, "exec")
    full.mockImplementation(function (this: DatabaseSync, sql) {
      if (sql === "COMMIT") throw new Error("database or disk is full")
      return exec.call(this, sql)
    })
    write(folder, { "b.md": "about bears" })
    utimesSync(join(folder, "b.md"), 1_600_000_000, 1_600_000_000)
    yield* untilLogged(lines, /could not be brought up to date/)
    full.mockRestore()
    yield* until("bears", "b.md")
  }).pipe(Effect.provide(index))
})
