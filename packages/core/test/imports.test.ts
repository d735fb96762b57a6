// The imports of core follow the law in fixtures/importLaw.ts, and none leads back to where it began.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { cycleIn, type Import, importsOf, inner, mayImport, nested, violation } from "./fixtures/importLaw.ts"

const src = join(import.meta.dirname, "../src")

/** Known imports against the law. One that is mended must leave this list. */
const exceptions: ReadonlyArray<string> = []

/** Imports that close a known cycle. */
const cycleExceptions: ReadonlyArray<string> = []

const files = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .toSorted()
const graph: ReadonlyMap<string, ReadonlyArray<Import>> = new Map(
  files.map((file) => [file, importsOf(file, readFileSync(join(src, file), "utf8"))])
)

const targets = (imports: ReadonlyArray<Import> = []): ReadonlyArray<string> =>
  imports.flatMap(({ target }) => (target === undefined ? [] : [target]))

/** How a file comes to load another that `isWanted`, over imports of values, or undefined. */
const pathTo = (file: string, isWanted: (spec: string) => boolean): string | undefined => {
  const seen = new Set<string>()
  const walk = (at: string): string | undefined => {
    if (seen.has(at)) return undefined
    seen.add(at)
    for (const { isType, spec, target } of graph.get(at) ?? []) {
      if (isType) continue
      if (isWanted(target ?? spec)) return `${at} > ${target ?? spec}`
      const rest = target === undefined ? undefined : walk(target)
      if (rest !== undefined) return `${at} > ${rest}`
    }
    return undefined
  }
  return walk(file)
}

/** What only a server needs. */
const isServerCode = (path: string): boolean =>
  /^server\/|^openapi\/|^contract\/(?!limits)|^errors\/codecs\.ts$|\/(endpoint|handlers|descriptions)\.ts$/.test(
    path
  ) || /^effect\/http-api\/|Http(Router|ServerRe)/.test(path)

describe("the imports of core", () => {
  it("every import follows the law", () => {
    assert.isAbove(files.length, 20)
    const wrong = files.flatMap((file) =>
      (graph.get(file) ?? []).flatMap((one) => {
        const reason = violation(file, one)
        return reason === undefined ? [] : [{ edge: `${file} > ${one.target ?? one.spec}`, reason }]
      })
    )
    assert.deepStrictEqual(
      wrong.filter(({ edge }) => !exceptions.includes(edge)),
      []
    )
    assert.deepStrictEqual(
      exceptions.filter((one) => !wrong.some(({ edge }) => edge === one)),
      [],
      "mended: delete them from the exceptions"
    )
  })

  it("every folder of the law exists", () => {
    const named = [
      ...Object.keys(mayImport),
      ...Object.entries(inner).flatMap(([folder, names]) =>
        Object.keys(names).map((name) => join(folder, name))
      ),
      ...nested.map((name) => `resources/${name}`)
    ]
    assert.deepStrictEqual(
      named.filter((folder) => !files.some((file) => file.startsWith(`${folder}/`))),
      []
    )
  })

  it("no import leads back to where it began, also as a type", () => {
    const edges = new Map(
      files.map((file) => [
        file,
        targets(graph.get(file)).filter(
          (target) => ![...exceptions, ...cycleExceptions].includes(`${file} > ${target}`)
        )
      ])
    )
    assert.strictEqual(cycleIn(edges)?.join(" > "), undefined)
    const all = files.flatMap((file) => targets(graph.get(file)).map((target) => `${file} > ${target}`))
    assert.deepStrictEqual(
      cycleExceptions.filter((edge) => !all.includes(edge)),
      [],
      "mended: delete them from the exceptions"
    )
  })

  it("clients and services load no server code", () => {
    const ends = files.filter((file) =>
      /(^Client|\/client|\/service)\.ts$|^(client|helpers|testing)\//.test(file)
    )
    const wrong = ends.flatMap((file) => pathTo(file, isServerCode) ?? [])
    assert.deepStrictEqual(wrong, [])
  })
})
