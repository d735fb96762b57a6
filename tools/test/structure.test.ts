// The structure of the repository: short files, small folders, no import cycles.
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { importCycles } from "../structure/cycles.ts"
import { importGraph, isThere, linesOf, sourceFiles, specifiersOf } from "../structure/sources.ts"

const root = join(import.meta.dirname, "../..")
const files = sourceFiles(root)

/** Lines of a file, and source files directly in a folder. A flat list of resources or examples has up to 22. */
const limits = { lines: 250, files: 22 }

/** Places that are still to be mended. Only ever shorten these lists: an entry that is no longer needed fails, too. */
const exceptions: { readonly [rule in "lines" | "files" | "cycles"]: ReadonlyArray<string> } = {
  lines: [],
  files: [],
  cycles: []
}

const folderOf = (file: string) => file.slice(0, file.lastIndexOf("/"))

const tooLong = files
  .map((file) => ({ place: file, lines: linesOf(root, file) }))
  .filter(({ lines }) => lines > limits.lines)

const tooFull = Array.from(Map.groupBy(files, folderOf), ([place, all]) => ({
  place,
  count: all.length
})).filter(({ count }) => count > limits.files)

const cycles = importCycles(importGraph(root, files)).map((cycle) => ({ place: cycle[0] ?? "", cycle }))

/** What breaks a rule and is no exception, and exceptions that are not needed any more. */
const complaints = <A extends { readonly place: string }>(
  rule: keyof typeof exceptions,
  found: ReadonlyArray<A>,
  reported: (each: A) => string
): ReadonlyArray<string> => {
  const allowed = exceptions[rule]
  const places = new Set(found.map(({ place }) => place))
  return [
    ...found.filter(({ place }) => !allowed.includes(place)).map(reported),
    ...allowed
      .filter((place) => !places.has(place))
      .map((place) =>
        isThere(root, place)
          ? `${place} keeps the rule now: delete it from the exceptions of "${rule}"`
          : `${place} is not there any more: delete it from the exceptions of "${rule}"`
      )
  ]
}

const fails = (found: ReadonlyArray<string>) =>
  assert.isEmpty(found, `\n${found.map((each) => `  ${each}`).join("\n")}\n`)

describe("the repository", () => {
  it(`has no source or test file over ${limits.lines} lines`, () => {
    fails(
      complaints(
        "lines",
        tooLong,
        ({ lines, place }) => `${place} has ${lines} lines: split it by what it does`
      )
    )
  })

  it(`has no folder with more than ${limits.files} source files`, () => {
    fails(
      complaints(
        "files",
        tooFull,
        ({ count, place }) => `${place} holds ${count} files: group them in folders`
      )
    )
  })

  it("has no import cycle, types included", () => {
    fails(complaints("cycles", cycles, ({ cycle }) => `import cycle: ${[...cycle, cycle[0]].join(" -> ")}`))
  })

  it("is looked at as a whole", () => {
    for (const part of [
      "packages/core/src/",
      "packages/core/test/",
      "apps/rest/src/",
      "apps/demo/src/page/",
      "tools/"
    ])
      assert.isTrue(
        files.some((file) => file.startsWith(part)),
        part
      )
  })
})

describe("an import", () => {
  it("is any static import or re-export, of values and of types", () => {
    const text = [
      `import { a } from "./a.ts"`,
      `import type { B } from "./b.ts"`,
      `export { c } from "./c.ts"`,
      `export type { D } from "./d.ts"`,
      `export * from "./e.ts"`,
      `export * as f from "./f.ts"`,
      `import "./g.ts"`,
      `const later = () => import("./h.ts")`
    ].join("\n")
    assert.sameMembers(
      [...new Set(specifiersOf("x.ts", text))],
      ["./a.ts", "./b.ts", "./c.ts", "./d.ts", "./e.ts", "./f.ts", "./g.ts"]
    )
  })
})

const cyclesOf = (graph: { readonly [file: string]: ReadonlyArray<string> }) =>
  importCycles(new Map(Object.entries(graph)))

describe("a cycle", () => {
  it("is found once, the shortest way, from its first file", () => {
    assert.deepEqual(cyclesOf({ start: ["b"], b: ["c"], c: ["a", "end"], a: ["b"], end: [] }), [
      ["a", "b", "c"]
    ])
  })

  it("of a file with itself is one", () => {
    assert.deepEqual(cyclesOf({ a: ["a"] }), [["a"]])
  })

  it("is not two ways to one file", () => {
    assert.deepEqual(cyclesOf({ a: ["b", "c"], b: ["d"], c: ["d"], d: [] }), [])
  })
})
